/**
 * Generates a JVM class from an optimised region.
 *
 * <p>Enters: {@link bbt.translator.ir.IrRegion}, and {@link bbt.translator.codegen.GuestCode},
 * which says what is the guest's alone. Leaves: an instance of {@link
 * bbt.translator.codegen.CompiledRegion} whose generated {@code run} executes it.
 *
 * <p>How code looks, and why (measured, docs/decisions.md): integer registers stay fields of the
 * hart; the budget, the record pointer and the path number are JVM locals; memory goes through
 * small static helpers; one handler per region catches faults; one non-strong hidden class per
 * region, so that the JVM unloads it with the code page.
 *
 * <table>
 *   <caption>Operation to bytecode</caption>
 *   <tr><td>Read, Write</td><td>GETFIELD / PUTFIELD of the hart's field of the register's name</td></tr>
 *   <tr><td>... of a floating-point register</td><td>JVM locals: {@link bbt.translator.codegen.FloatRegisters}</td></tr>
 *   <tr><td>Address</td><td>GETFIELD base of the region, LADD: pages are seen at several addresses</td></tr>
 *   <tr><td>FloatCall</td><td>INVOKESTATIC of the guest's functions on doubles and floats, or on register contents</td></tr>
 *   <tr><td>32-bit arithmetic under SEXT32</td><td>int instructions, one I2L</td></tr>
 *   <tr><td>Load, Store</td><td>INVOKESTATIC Mem, with the site</td></tr>
 *   <tr><td>Branch on a comparison</td><td>LCMP (or Long.compareUnsigned) and IFxx</td></tr>
 *   <tr><td>internal edge</td><td>GOTO</td></tr>
 *   <tr><td>exit</td><td>PUTFIELD pc of an Address, write back the locals, RETURN</td></tr>
 * </table>
 */
package bbt.translator.codegen;
