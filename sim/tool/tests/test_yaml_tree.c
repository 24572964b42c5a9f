/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "../yaml_tree.h"
#include "scratch.h"

static struct zt_node *parse(const char *text, struct messages *m)
{
    messages_open(m);
    return zt_yaml_parse("f.yaml", text, strlen(text), &m->diag);
}

Test(yaml_tree, every_node_knows_its_place)
{
    struct messages m;
    struct zt_node *root = parse("a: 1\nb:\n  - x\n  - {c: [2, 3]}\n", &m);
    cr_assert(root && root->kind == ZT_NODE_MAPPING && root->count == 2);
    const struct zt_node *list = zt_node_get(root, "b");
    cr_assert(list && list->kind == ZT_NODE_SEQUENCE && list->count == 2);
    cr_expect(list->items[0]->place.line == 3 && list->items[0]->place.column == 5);
    const struct zt_node *inner = zt_node_get(list->items[1], "c");
    cr_assert(inner && inner->count == 2);
    cr_expect_str_eq(inner->items[1]->text, "3");
    cr_expect(inner->items[1]->place.line == 4 && inner->items[1]->place.column == 13);
    cr_expect_null(zt_node_get(root, "z"));
    zt_yaml_free(root);
    messages_close(&m);
}

Test(yaml_tree, errors_name_file_line_and_column)
{
    static const struct {
        const char *text, *error;
    } cases[] = {{"a: 1\na: 2\n", "f.yaml:2:1: this key stands here twice ('a')"},
                 {"a: [1, 2\n", "f.yaml:2:1: not YAML"},
                 {"a: &x 1\nb: *x\n", "f.yaml:2:4: aliases"},
                 {"[1]: 2\n", "f.yaml:1:1: a key must be one word"},
                 {"", "f.yaml: the file is empty"},
                 {"a: 1\n---\nb: 2\n", "a file holds one document"},
                 {"a: [[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]\n", "too large"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct messages m;
        struct zt_node *root = parse(cases[i].text, &m);
        cr_expect_null(root);
        cr_expect(strstr(messages_text(&m), cases[i].error), "%s said: %s", cases[i].text, messages_text(&m));
        zt_yaml_free(root);
        messages_close(&m);
    }
}

Test(yaml_tree, unknown_keys_and_wrong_kinds)
{
    static const char *const keys[] = {"a", "b", NULL};
    struct messages m;
    struct zt_node *root = parse("a: 1\nc: 2\n", &m);
    cr_assert_not_null(root);
    cr_expect_not(zt_node_check_keys(root, "a test", keys, &m.diag));
    cr_expect_null(zt_node_expect(zt_node_get(root, "a"), ZT_NODE_SEQUENCE, "a", &m.diag));
    cr_expect(strstr(messages_text(&m), "f.yaml:2:1: unknown key 'c' in a test (allowed: a, b)"));
    cr_expect(strstr(messages_text(&m), "f.yaml:1:4: wrong type: a must be a list (found '1')"));
    cr_expect(m.diag.errors == 2);
    zt_yaml_free(root);
    messages_close(&m);
}
