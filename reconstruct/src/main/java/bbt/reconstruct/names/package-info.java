/**
 * Names code: which function, file and line an address belongs to, in which program and at which
 * moment.
 *
 * <p>Enters: symbols in the trace, binaries and debug files that the user gives. Leaves: {@link
 * bbt.reconstruct.names.TraceSymbols}.
 *
 * <dl>
 *   <dt>process image
 *   <dd>the program that an address space holds from one exec to the next.
 *   <dt>page
 *   <dd>a physical page that is seen at a virtual one; its names hold while it belongs to one
 *       program.
 *   <dt>moved code
 *   <dd>code that runs at other addresses than those its file says (KASLR, PIE).
 *   <dt>copied code
 *   <dd>code without symbols that runs at several addresses because the guest copied itself.
 * </dl>
 */
package bbt.reconstruct.names;
