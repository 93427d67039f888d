/**
 * Lists the guests that there are.
 *
 * <p>Enters: the name of a guest in a trace, or the machine number of an ELF file. Leaves: its
 * {@link bbt.ptg.guest.GuestIsa}. This is the one place of the module that knows the rooms of
 * guests.
 */
package bbt.ptg;
