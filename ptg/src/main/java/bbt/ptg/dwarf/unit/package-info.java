/**
 * Reads DWARF as it is stored: sections, compile units, their entries and line tables.
 *
 * <p>Enters: an ELF file's {@code .debug_*} sections (plain, or compressed with {@code
 * SHF_COMPRESSED}). Leaves: {@link bbt.ptg.dwarf.unit.CompileUnit}s, read when they are asked for,
 * unit by unit, so that a kernel's hundreds of megabytes open at once; or a {@link
 * bbt.ptg.dwarf.unit.DwarfException}.
 *
 * <dl>
 *   <dt>compile unit
 *   <dd>what one run of the compiler left: a tree of entries in {@code .debug_info} and a line
 *       table in {@code .debug_line}.
 *   <dt>entry (DIE)
 *   <dd>a tag and attributes; named by its offset in {@code .debug_info}.
 *   <dt>scope
 *   <dd>a function, an inlined call or a block: the addresses that it covers, inner ones inside
 *       outer ones.
 *   <dt>row
 *   <dd>of a line table: from this address on, up to the next row's, this file, line and column.
 * </dl>
 *
 * <p>Offsets and names are those of "DWARF Debugging Information Format, Version 5".
 */
package bbt.ptg.dwarf.unit;
