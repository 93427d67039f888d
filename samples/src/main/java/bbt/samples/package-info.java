/** See docs/architecture.md. */
package bbt.samples;
