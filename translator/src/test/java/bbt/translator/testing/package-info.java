/** What tests of the engines share: a bare machine and programs for it. */
package bbt.translator.testing;
