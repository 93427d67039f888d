/**
 * Counts a walk into a profile. Which frames come and go is decided by {@link
 * bbt.reconstruct.stack}; the terms are those of {@link bbt.reconstruct.profile}.
 *
 * <p>Enters: the flow of a walk, told to {@link bbt.reconstruct.profile.count.Profiler}. Leaves: a
 * {@link bbt.reconstruct.profile.Profile}, and to a {@link
 * bbt.reconstruct.profile.count.FrameListener} each frame that came and went.
 *
 * <dl>
 *   <dt>path cost
 *   <dd>what the calls on a path come to, counted once and multiplied where the path is walked
 *       again.
 * </dl>
 */
package bbt.reconstruct.profile.count;
