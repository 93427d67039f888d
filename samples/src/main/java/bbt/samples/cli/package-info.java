/** The subcommands {@code samples} and {@code prove} of {@code bbt}, joined through its SPI. */
package bbt.samples.cli;
