/**
 * Fetches Debian's packages of the guests' architecture through the machine's own apt, and makes
 * samples of them.
 *
 * <p>Enters: names of packages and of a release. Leaves: folders of the cache, each with a manifest
 * that says which packages, versions and SHA-256 it comes from.
 *
 * <dl>
 *   <dt>suite
 *   <dd>a release of the archive, such as {@code testing} or {@code trixie}
 *   <dt>private apt state
 *   <dd>lists, cache and status of an apt that knows only one suite of riscv64, in a folder of our
 *       own: needs no root and leaves the machine's apt alone. Proxies and the like still come from
 *       the machine's configuration
 *   <dt>recipe
 *   <dd>how a folder of the cache is made, and what beside the packages decides its content
 * </dl>
 */
package bbt.samples.guests.debian;
