package bbt.reconstruct.replay.origin;

import bbt.ptg.guest.data.GuestRegister;
import bbt.reconstruct.replay.state.MachineState;
import java.util.ArrayList;
import java.util.List;

/** Where a value is that is followed. */
public sealed interface Holder {
  /** Number of its bytes, at least 1. */
  int bytes();

  /** Its content now, the lowest byte first. */
  byte[] read(MachineState state);

  /**
   * Returns a part of it.
   *
   * @param first its first byte
   */
  Holder part(int first, int bytes);

  /**
   * Bytes of a register.
   *
   * @param first the lowest of them, 0 to 7
   */
  record InRegister(int hart, GuestRegister register, int first, int bytes) implements Holder {
    /** All of a register. */
    static InRegister all(int hart, GuestRegister register) {
      return new InRegister(hart, register, 0, Long.BYTES);
    }

    @Override
    public byte[] read(MachineState state) {
      return RegisterBytes.of(RegisterBytes.value(state, hart, register), first, bytes);
    }

    @Override
    public InRegister part(int from, int length) {
      return new InRegister(hart, register, first + from, length);
    }
  }

  /** A range of physical memory. */
  record Range(long physical, int bytes) {}

  /**
   * Bytes of memory.
   *
   * @param address of the first, as it was named: virtual, or physical
   * @param ranges of RAM in which they are, in order
   */
  record InMemory(long address, List<Range> ranges) implements Holder {
    /** Keeps a copy. */
    public InMemory {
      ranges = List.copyOf(ranges);
    }

    @Override
    public int bytes() {
      return ranges.stream().mapToInt(Range::bytes).sum();
    }

    @Override
    public byte[] read(MachineState state) {
      byte[] all = new byte[bytes()];
      int done = 0;
      for (Range each : ranges) {
        byte[] some = state.readPhysical(each.physical, each.bytes);
        System.arraycopy(some, 0, all, done, some.length);
        done += each.bytes;
      }
      return all;
    }

    @Override
    public InMemory part(int from, int length) {
      List<Range> some = new ArrayList<>();
      int begin = 0;
      for (Range each : ranges) {
        int low = Math.max(from, begin);
        int high = Math.min(from + length, begin + each.bytes);
        if (low < high) {
          some.add(new Range(each.physical + low - begin, high - low));
        }
        begin += each.bytes;
      }
      return new InMemory(address + from, some);
    }
  }
}
