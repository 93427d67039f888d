/** See docs/architecture.md. */
package bbt.packets;
