package bbt.reconstruct.trace;

import bbt.packets.ChunkHeader;
import bbt.packets.ExceptionKind;
import bbt.packets.Frame;
import bbt.packets.Packet;
import java.util.EnumMap;
import java.util.Map;

/** The totals of one hart in a trace. */
public final class HartTotals {
  private long frames;
  private long retired;
  private long bits;
  private long switches;
  private long packets;
  private final Map<ExceptionKind, Long> kinds = new EnumMap<>(ExceptionKind.class);

  void add(Frame frame) {
    frames++;
    retired = frame.endRetired();
    bits += frame.bitCount();
    packets += frame.packets().size();
    for (Packet packet : frame.packets()) {
      switch (packet) {
        case Packet.Normal n -> {}
        case Packet.Gap g -> {}
        case Packet.Switch s -> switches++;
        case Packet.Exception e -> kinds.merge(e.kind(), 1L, Long::sum);
      }
    }
  }

  /** A frame of which only the head was read: its bits and packets are not counted. */
  void pass(ChunkHeader frame) {
    frames++;
    retired = frame.endRetired();
  }

  public long frames() {
    return frames;
  }

  /** Instructions up to the end of its last frame. */
  public long instructions() {
    return retired;
  }

  public long bits() {
    return bits;
  }

  public long packets() {
    return packets;
  }

  public long switches() {
    return switches;
  }

  /** Exception packets of all kinds. */
  public long exceptions() {
    return kinds.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Exception packets of one kind. */
  public long exceptions(ExceptionKind kind) {
    return kinds.getOrDefault(kind, 0L);
  }
}
