/** The HTML report in a real browser: what a user sees and does. */
package bbt.samples.html;
