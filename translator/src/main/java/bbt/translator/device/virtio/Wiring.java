package bbt.translator.device.virtio;

import bbt.translator.device.GuestMemory;
import bbt.translator.device.InterruptLine;
import bbt.translator.device.TimeBase;

/**
 * The connections of a virtio device to the machine: memory, interrupt line, clock.
 *
 * @param memory where the driver's queues and buffers are
 * @param line its interrupt
 * @param time the clock by which it goes on with work that it has put off
 */
public record Wiring(GuestMemory memory, InterruptLine line, TimeBase time) {}
