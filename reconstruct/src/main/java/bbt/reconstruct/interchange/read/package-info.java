/** The formats of foreign traces, and the reading of each into a trace of ours. */
package bbt.reconstruct.interchange.read;
