/**
 * Makes disk images for guests, and guests that live on them.
 *
 * <p>Enters: Debian packages and scripts of ours. Leaves: ext4 file systems, with or without a
 * partition table around them, made without root and bit by bit the same wherever they are made.
 *
 * <dl>
 *   <dt>tree
 *   <dd>what is to be in a file system: folders, files, links, in order
 *   <dt>e2fsprogs
 *   <dd>mke2fs makes the file system, debugfs fills it and reads back what a guest wrote, e2fsck
 *       checks it: the host's own tools, so that nobody need trust ours
 * </dl>
 */
package bbt.samples.guests.disk;
