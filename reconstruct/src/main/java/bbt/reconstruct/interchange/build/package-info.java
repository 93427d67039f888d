/** Makes a trace of ours of what a foreign one tells. */
package bbt.reconstruct.interchange.build;
