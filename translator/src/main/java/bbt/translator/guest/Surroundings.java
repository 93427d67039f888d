package bbt.translator.guest;

import bbt.translator.config.MachineConfig;
import bbt.translator.device.Bus;
import bbt.translator.memory.Ram;
import bbt.translator.net.Outside;
import bbt.translator.program.ProgramHost;
import bbt.translator.run.Clock;
import bbt.translator.run.MachineHart;
import bbt.translator.run.PowerState;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;

/**
 * The parts of a machine that its board is connected to.
 *
 * @param bus where the devices go
 * @param running the number of the hart whose turn it is
 * @param output takes each byte for the console
 * @param input gives the next byte that arrived at the console, for firmware; -1 where none did
 * @param outside what the guest's TCP connections reach, if it has a network
 * @param program hears of the program that the guest executes for the host, if it is made for one
 */
public record Surroundings(
    MachineConfig config,
    Bus bus,
    Ram ram,
    List<MachineHart> harts,
    IntSupplier running,
    Clock clock,
    PowerState power,
    IntConsumer output,
    IntSupplier input,
    Outside outside,
    ProgramHost program) {}
