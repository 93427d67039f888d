package bbt.samples.bench;

import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The memory and folders with which the works of a suite are made.
 *
 * @param memory of the guests, such as 512M
 * @param folder for files that a work needs; it outlives the measurement
 * @param progress gets a line for the user now and then
 */
public record Setting(String memory, Path folder, Consumer<String> progress) {}
