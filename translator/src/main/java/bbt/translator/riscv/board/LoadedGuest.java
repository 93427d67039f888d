package bbt.translator.riscv.board;

/**
 * The result of the loader: what it put into RAM and where execution starts.
 *
 * @param entry physical address of the first instruction
 * @param supervisor whether it starts in S-mode above the built-in SBI; else in M-mode
 * @param deviceTree physical address of the device tree (a1)
 * @param rom bytes of the boot ROM at 0x1000
 * @param dynamicInfo physical address of OpenSBI's fw_dynamic_info (a2), in the ROM
 */
record LoadedGuest(long entry, boolean supervisor, long deviceTree, byte[] rom, long dynamicInfo) {}
