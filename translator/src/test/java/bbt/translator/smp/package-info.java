/** Whole programs on several harts: what they compute, and that every engine agrees. */
package bbt.translator.smp;
