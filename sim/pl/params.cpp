/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "params.h"

#include <cctype>
#include <cerrno>
#include <cstdlib>

namespace zt
{

namespace
{

struct Entry {
    const char *name;
    uint64_t Params::*member;
    uint64_t least;
    uint64_t largest;
};

const Entry entries[] = {
#define ZT_PL_PARAM_ENTRY(name, def, least, largest) {#name, &Params::name, least, largest},
    ZT_PL_PARAMS(ZT_PL_PARAM_ENTRY)
#undef ZT_PL_PARAM_ENTRY
};

std::string trim(const std::string &s)
{
    size_t from = 0;
    size_t to = s.size();

    while (from < to && isspace(static_cast<unsigned char>(s[from])))
        from++;
    while (to > from && isspace(static_cast<unsigned char>(s[to - 1])))
        to--;
    return s.substr(from, to - from);
}

std::string at_line(unsigned line)
{
    return "PL parameters, line " + std::to_string(line) + ": ";
}

bool parse_line(Params &params, const std::string &text, unsigned line, std::string &error)
{
    const size_t equals = text.find('=');

    if (equals == std::string::npos) {
        error = at_line(line) + "'" + text + "' is not of the form name=value.";
        return false;
    }
    const std::string name = trim(text.substr(0, equals));
    const std::string value = trim(text.substr(equals + 1));
    for (const Entry &entry : entries) {
        if (name != entry.name)
            continue;
        char *end = nullptr;
        errno = 0;
        const unsigned long long number = strtoull(value.c_str(), &end, 0);
        if (value.empty() || !isdigit(static_cast<unsigned char>(value[0])) || *end != '\0' || errno != 0 ||
            number < entry.least || number > entry.largest) {
            error = at_line(line) + name + "=" + value + " is not an integer from " +
                    std::to_string(entry.least) + " to " + std::to_string(entry.largest) + ".";
            return false;
        }
        params.*entry.member = number;
        return true;
    }
    error = at_line(line) + "'" + name + "' is no parameter of the PL; they are:";
    for (const Entry &entry : entries)
        error += std::string(" ") + entry.name;
    error += ".";
    return false;
}

} // namespace

bool Params::parse(const char *text, std::string &error)
{
    const std::string all = text != nullptr ? text : "";
    unsigned line = 0;

    for (size_t at = 0; at < all.size();) {
        size_t end = all.find('\n', at);
        if (end == std::string::npos)
            end = all.size();
        line++;
        std::string one = all.substr(at, end - at);
        one = trim(one.substr(0, one.find('#')));
        if (!one.empty() && !parse_line(*this, one, line, error))
            return false;
        at = end + 1;
    }
    return true;
}

} // namespace zt
