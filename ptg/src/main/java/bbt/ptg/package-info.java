/** The list of the guests that there are. */
package bbt.ptg;
