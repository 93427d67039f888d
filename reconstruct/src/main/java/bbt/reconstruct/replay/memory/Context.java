package bbt.reconstruct.replay.memory;

import bbt.reconstruct.memory.MemoryProfile;

/**
 * Who executes.
 *
 * @param counted whether the selection holds it: what it does not hold is simulated as well
 * @param space serial number of the address space; 0 where addresses are not translated
 * @param owner task and program
 */
record Context(boolean counted, int space, MemoryProfile.Owner owner) {}
