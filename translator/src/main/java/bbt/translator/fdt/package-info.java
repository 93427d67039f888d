/**
 * Writes device trees (Devicetree Specification 0.4), which tell a guest what its machine has.
 *
 * <p>Enters: nodes and properties. Leaves: a flattened device tree (DTB, version 17).
 *
 * <ul>
 *   <li><b>node / property</b>: a device / a named value of it;
 *   <li><b>phandle</b>: the number by which one node refers to another;
 *   <li><b>cell</b>: a big-endian 32-bit word; addresses and sizes are two cells here.
 * </ul>
 */
package bbt.translator.fdt;
