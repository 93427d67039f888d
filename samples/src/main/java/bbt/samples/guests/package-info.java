/**
 * Finds guests to run by name.
 *
 * <p>Enters: the name of a sample. Leaves: files that {@code bbt boot} takes, made ready in the
 * user's cache. This package has the small guests that are committed as ELF files, and the cache;
 * the packages below it have what is fetched ({@code debian}) and what is made of that: kernels
 * ({@code linux}), disks ({@code disk}) and firmware ({@code firmware}).
 *
 * <dl>
 *   <dt>sample
 *   <dd>a guest with a name, a {@link bbt.translator.boot.GuestSample} found through {@link
 *       java.util.ServiceLoader}
 *   <dt>mini
 *   <dd>our own small kernel, committed as source ({@code src/guest/mini}) and as an ELF file; the
 *       default guest
 *   <dt>cache
 *   <dd>{@code $XDG_CACHE_HOME/bbt/samples} or {@code ~/.cache/bbt/samples}, one folder for each
 *       sample
 * </dl>
 */
package bbt.samples.guests;
