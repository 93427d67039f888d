/**
 * The user's cache folder: what is kept there costs time when it is lost, and nothing else. A kept
 * file is named by {@linkplain bbt.reconstruct.cache.FileKey all bytes} of the file it was made of,
 * appears whole or not at all, and goes when it was not used for long ({@link
 * bbt.reconstruct.cache.CacheFolder}).
 */
package bbt.reconstruct.cache;
