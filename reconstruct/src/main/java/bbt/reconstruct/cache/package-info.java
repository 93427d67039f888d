/**
 * Keeps files in the user's cache folder, whose loss costs time and nothing else.
 *
 * <p>Enters: a file, and what was made of it at some cost. Leaves: the same the next time. A kept
 * file is named by {@linkplain bbt.reconstruct.cache.FileKey all bytes} of the file it was made of,
 * appears whole or not at all, and goes when it was not used for long ({@link
 * bbt.reconstruct.cache.CacheFolder}).
 */
package bbt.reconstruct.cache;
