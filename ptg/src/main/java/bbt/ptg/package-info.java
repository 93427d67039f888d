/** See docs/architecture.md. */
package bbt.ptg;
