/* SPDX-License-Identifier: Apache-2.0 */
/* SPDX-FileCopyrightText: The zynqtwin authors */
/*
 * The configuration logic behind ICAP and PCAP: feeds words to the stream engine, empties a slot when
 * its first frame is rewritten, plugs the hardware thread that the manifest names at DESYNC, and
 * writes the trace's records about it.
 */
#ifndef ZT_FABRIC_CONFIG_PORT_H
#define ZT_FABRIC_CONFIG_PORT_H

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../bitstream/bitstream.h"
#include "slot_socket.h"
#include "tracer.h"

namespace zt
{

enum ConfigOrigin : uint64_t { CONFIG_FROM_ICAP = 0, CONFIG_FROM_PCAP = 1 };

class ConfigPort
{
  public:
    ConfigPort(Tracer &tracer, const char *slots_dir, std::vector<std::unique_ptr<SlotSocket>> &slots);
    ~ConfigPort();
    ConfigPort(const ConfigPort &) = delete;
    ConfigPort &operator=(const ConfigPort &) = delete;

    /* Reads geometry and manifest. False and one sentence in error. */
    bool open(std::string &error);

    void word(uint32_t native, ConfigOrigin origin, uint64_t time_ps);
    /* What ICAPE2 drives on O. */
    uint32_t icap_o() const;
    const char *slot_name(unsigned index) const;
    bool pcap_owns = true; /* devcfg CTRL.PCAP_PR; resets to 1 */
    void describe(std::string &out) const;

  private:
    void act(uint32_t kinds, ConfigOrigin origin, uint64_t time_ps);
    void unplug(int slot, uint64_t time_ps);
    void plug(const zt_config_event &event, uint64_t time_ps);
    void end(const zt_config_event &event, uint64_t time_ps);

    Tracer &tracer_;
    std::string dir_;
    std::vector<std::unique_ptr<SlotSocket>> &slots_;
    SlotLibraries libraries_;
    zt_geometry *geometry_ = nullptr;
    zt_manifest *manifest_ = nullptr;
    zt_config_engine *engine_ = nullptr;
    uint64_t streams_ = 0;
    std::string last_problem_;
};

} // namespace zt

#endif
