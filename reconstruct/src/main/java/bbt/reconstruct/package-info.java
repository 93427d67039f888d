/** See docs/architecture.md. */
package bbt.reconstruct;
