/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
#include "config_port.h"

namespace zt
{

namespace
{

enum : uint16_t { SOURCE_UNKNOWN = 0xffff };

uint16_t source_of(int slot)
{
    return slot == ZT_SLOT_NONE ? static_cast<uint16_t>(SOURCE_UNKNOWN) : static_cast<uint16_t>(slot);
}

} // namespace

ConfigPort::ConfigPort(Tracer &tracer, const char *slots_dir, std::vector<std::unique_ptr<SlotSocket>> &slots)
    : tracer_(tracer), dir_(slots_dir != nullptr ? slots_dir : ""), slots_(slots), libraries_(slots_dir)
{
}

ConfigPort::~ConfigPort()
{
    zt_config_engine_destroy(engine_);
    zt_manifest_free(manifest_);
    zt_geometry_free(geometry_);
}

bool ConfigPort::open(std::string &error)
{
    char text[512] = "";

    if (dir_.empty())
        return true;
    geometry_ = zt_geometry_read((dir_ + "/slots").c_str(), text, sizeof text);
    if (geometry_ != nullptr)
        manifest_ = zt_manifest_read((dir_ + "/manifest").c_str(), text, sizeof text);
    if (manifest_ == nullptr) {
        error = text;
        return false;
    }
    if (zt_geometry_slot_count(geometry_) > slots_.size()) {
        error = dir_ + "/slots names " + std::to_string(zt_geometry_slot_count(geometry_)) +
                " slots, the static region has " + std::to_string(slots_.size()) + ".";
        return false;
    }
    engine_ = zt_config_engine_create(geometry_, manifest_);
    if (engine_ == nullptr) {
        error = "There is no memory for the configuration engine.";
        return false;
    }
    return true;
}

uint32_t ConfigPort::icap_o() const
{
    const uint8_t status = engine_ != nullptr ? zt_config_engine_status(engine_) : 0x9f;

    return 0xffffff00u | status;
}

const char *ConfigPort::slot_name(unsigned index) const
{
    const char *name = geometry_ != nullptr ? zt_geometry_slot_name(geometry_, index) : nullptr;

    return name != nullptr ? name : "(no name)";
}

void ConfigPort::word(uint32_t native, ConfigOrigin origin, uint64_t time_ps)
{
    if (engine_ == nullptr || pcap_owns != (origin == CONFIG_FROM_PCAP))
        return;
    const uint32_t kinds = zt_config_engine_word(engine_, native);
    if (kinds != 0)
        act(kinds, origin, time_ps);
}

void ConfigPort::act(uint32_t kinds, ConfigOrigin origin, uint64_t time_ps)
{
    const zt_config_event &event = *zt_config_engine_event(engine_);

    if (kinds & ZT_CONFIG_EVENT_ERROR)
        end(event, time_ps);
    if (kinds & ZT_CONFIG_EVENT_SYNC) {
        streams_++;
        tracer_.write(ZT_TRACE_CONFIG_BEGIN, time_ps, SOURCE_UNKNOWN, 0, origin, 0);
    }
    if (kinds & ZT_CONFIG_EVENT_FRAME)
        unplug(event.slot, time_ps);
    if (kinds & ZT_CONFIG_EVENT_DESYNC) {
        end(event, time_ps);
        if (event.result == ZT_CONFIG_OK && event.thread[0] != '\0')
            plug(event, time_ps);
    }
}

void ConfigPort::end(const zt_config_event &event, uint64_t time_ps)
{
    tracer_.write(ZT_TRACE_CONFIG_END, time_ps, source_of(event.slot), static_cast<uint32_t>(event.result),
                  event.words, event.sha256_head);
    if (event.result != ZT_CONFIG_OK)
        last_problem_ = event.text;
}

void ConfigPort::unplug(int slot, uint64_t time_ps)
{
    if (slot < 0 || static_cast<size_t>(slot) >= slots_.size() || slots_[slot]->empty())
        return;
    tracer_.write(ZT_TRACE_SLOT_PLUG, time_ps, source_of(slot), 0, 0,
                  Tracer::name8(slots_[slot]->thread()->name));
    slots_[slot]->unplug();
}

void ConfigPort::plug(const zt_config_event &event, uint64_t time_ps)
{
    std::string error;

    if (event.slot < 0 || static_cast<size_t>(event.slot) >= slots_.size())
        return;
    unplug(event.slot, time_ps);
    const zt_slot_vtable *library = libraries_.open(event.thread, error);
    if (library == nullptr) {
        tracer_.fatal(error);
        return;
    }
    if (!slots_[event.slot]->plug(library)) {
        tracer_.fatal("The slot library of '" + std::string(event.thread) + "' could not make an instance.");
        return;
    }
    tracer_.write(ZT_TRACE_SLOT_PLUG, time_ps, source_of(event.slot), 0, 1, Tracer::name8(event.thread));
}

void ConfigPort::describe(std::string &out) const
{
    out += "configuration: " + std::string(pcap_owns ? "PCAP" : "ICAP") + " owns the port";
    if (engine_ == nullptr) {
        out += ", no slot geometry, words are ignored\n";
        return;
    }
    out += zt_config_engine_synced(engine_) ? ", inside a stream" : ", between streams";
    out += ", streams so far " + std::to_string(streams_) + ", words ignored since the last one " +
           std::to_string(zt_config_engine_ignored(engine_)) + "\n";
    if (!last_problem_.empty())
        out += "last stream that failed: " + last_problem_ + "\n";
}

} // namespace zt
