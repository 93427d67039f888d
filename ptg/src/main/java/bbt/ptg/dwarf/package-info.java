/**
 * DWARF debugging information, versions 2 to 5: source lines, inlined functions, variables.
 *
 * <p>What enters: an ELF file with {@code .debug_*} sections (plain, or compressed with {@code
 * SHF_COMPRESSED}). What leaves: {@link bbt.ptg.dwarf.SourceMap}, from an address to its source
 * lines. Nothing is parsed before it is asked for, compile unit by compile unit, so that a kernel's
 * hundreds of megabytes open at once.
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
package bbt.ptg.dwarf;
