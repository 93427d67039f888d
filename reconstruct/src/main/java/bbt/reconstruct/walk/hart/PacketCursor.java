package bbt.reconstruct.walk.hart;

import bbt.packets.EventReader;
import bbt.packets.Frame;
import bbt.packets.Packet;
import java.util.List;

/**
 * Keeps the frame that is walked, and the packet of it that the walk is in or will arrive at next.
 */
final class PacketCursor {
  private Frame frame;
  private EventReader events;
  private List<Packet> packets;
  private int number;
  private boolean arrived;

  /** The packet is a gap, and the walk has not come to its end. */
  private boolean inGap;

  /** Bits and targets of the packets up to that one, exclusive. */
  private int bits;

  private int targets;

  /** Stands before the first packet of a frame. */
  void enter(Frame next) {
    frame = next;
    events = next.events();
    packets = next.packets();
    number = 0;
    arrived = false;
    inGap = false;
    bits = 0;
    targets = 0;
  }

  /** Null before the first one. */
  Frame frame() {
    return frame;
  }

  /** The events of the frame. */
  EventReader events() {
    return events;
  }

  /** The packet; null at the frame's end. */
  Packet packet() {
    return number < packets.size() ? packets.get(number) : null;
  }

  /** Whether the walk has been told of the packet. */
  boolean arrived() {
    return arrived;
  }

  /** The walk is in the packet now. */
  void arrive() {
    arrived = true;
    inGap = packet() instanceof Packet.Gap;
  }

  /** Whether the packet is a gap in which the walk still is. */
  boolean inGap() {
    return inGap;
  }

  /** The walk has come to the gap's end; what was recorded behind it follows. */
  void leaveGap() {
    inGap = false;
  }

  /** Retired count at the packet's end. */
  long end() {
    return number + 1 == packets.size() ? frame.endRetired() : packets.get(number + 1).retired();
  }

  /**
   * The walk has executed the packet to its end.
   *
   * @throws WalkException if the code consumed more or less than it holds
   */
  void leave(WalkState at) {
    Packet done = packets.get(number);
    bits += done.bits();
    targets += done.targets();
    if (events.bitPosition() != bits || events.targetPosition() != targets) {
      throw WalkException.at(
          frame,
          at,
          "packet "
              + number
              + " has "
              + done.bits()
              + " bits and "
              + done.targets()
              + " targets, the code consumed "
              + (events.bitPosition() - bits + done.bits())
              + " and "
              + (events.targetPosition() - targets + done.targets()));
    }
    number++;
    arrived = false;
  }
}
