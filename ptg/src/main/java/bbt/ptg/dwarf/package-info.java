/**
 * Answers from DWARF debugging information, versions 2 to 5, what stands at a place of a program:
 * source lines, inlined functions, variables.
 *
 * <p>Enters: {@link bbt.ptg.dwarf.unit.DwarfInfo}, an address, and a view of the machine. What
 * leaves: {@link bbt.ptg.dwarf.SourceFrame}s of an address, {@link bbt.ptg.dwarf.Variables} and the
 * values of expressions over them. The terms are those of {@code bbt.ptg.dwarf.unit}.
 */
package bbt.ptg.dwarf;
