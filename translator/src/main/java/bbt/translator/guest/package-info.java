/**
 * Declares what a machine needs of a guest's architecture, which the room of each guest implements.
 *
 * <p>Enters: a {@code MachineConfig}. Leaves, from a {@link
 * bbt.translator.guest.GuestArchitecture}: harts, a board with the guest loaded ({@link
 * bbt.translator.guest.GuestBoard}), an interpreter, the code that is compiled, and registers for
 * comparisons. {@code bbt.translator.machine.Architectures} lists the implementations.
 */
package bbt.translator.guest;
