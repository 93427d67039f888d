/** See docs/architecture.md. */
package bbt.translator;
