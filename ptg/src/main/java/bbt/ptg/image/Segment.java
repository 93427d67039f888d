package bbt.ptg.image;

/**
 * A loadable part of a program (ELF gABI, program header).
 *
 * @param fileOffset where its bytes start in the file
 * @param virtual virtual address
 * @param physical load address
 * @param fileSize bytes in the file
 * @param memorySize bytes in memory, at least {@code fileSize}; the rest is zero
 * @param executable whether PF_X is set
 */
public record Segment(
    long fileOffset,
    long virtual,
    long physical,
    long fileSize,
    long memorySize,
    boolean executable) {}
