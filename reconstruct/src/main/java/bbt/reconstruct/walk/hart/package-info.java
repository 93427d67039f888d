/**
 * Walks the frames of one hart, from packet to packet.
 *
 * <p>Enters: frames, sideband records and the {@link bbt.reconstruct.walk.hart.WalkState} to begin
 * with. Leaves: flow and pieces, and the state for whoever goes on from there. A {@link
 * bbt.reconstruct.walk.hart.Walker} takes frames and packets, a {@link
 * bbt.reconstruct.walk.hart.CountedWalk} what lies between two packets, the {@link
 * bbt.reconstruct.walk.hart.HotLoop} whole steps.
 *
 * <dl>
 *   <dt>record
 *   <dd>a sideband record (code, mapping, name, time) with the retired count at which it holds.
 *   <dt>circle
 *   <dd>a loop of links in which the walk stands, with nothing between its rounds.
 *   <dt>ledger
 *   <dd>which sideband has come, and whether all of it has.
 * </dl>
 */
package bbt.reconstruct.walk.hart;
