/**
 * What a machine is given of a guest's architecture: its harts, its board with the guest loaded
 * ({@link bbt.translator.guest.GuestBoard}), its interpreter, the code that is compiled, and its
 * registers for comparisons. {@link bbt.translator.guest.GuestArchitecture} is implemented in the
 * room of each guest; {@code bbt.translator.machine.Architectures} lists them.
 */
package bbt.translator.guest;
