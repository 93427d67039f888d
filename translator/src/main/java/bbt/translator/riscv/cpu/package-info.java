/**
 * Models a RISC-V hart: registers, control and status registers, traps, interrupts, counters,
 * system instructions, page tables and physical memory protection.
 *
 * <p>Enters: a decoded SYSTEM instruction ({@link bbt.translator.riscv.cpu.SystemInstructions}), a
 * trap ({@link bbt.translator.riscv.cpu.Cpu#enterTrap}), interrupt lines from devices ({@link
 * bbt.translator.riscv.cpu.Csrs#setPending}), an address to translate ({@link
 * bbt.translator.riscv.cpu.RiscvMmu}). Leaves: a changed {@link bbt.translator.riscv.cpu.Cpu},
 * calls to {@link bbt.translator.hart.Platform} (time, firmware, waiting).
 *
 * <p>The names are those of the specification: a <b>CSR</b> is a control and status register;
 * <b>WARL </b> means that an illegal value written is made legal; <b>PMP</b> is physical memory
 * protection; a <b>leaf</b> is a page-table entry that maps a page.
 */
package bbt.translator.riscv.cpu;
