/** Code that changes while it runs (docs/testing.md, "Code that changes"). */
package bbt.samples.conformance.changing;
