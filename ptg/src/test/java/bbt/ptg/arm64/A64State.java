package bbt.ptg.arm64;

import bbt.ptg.arm64.vector.FloatStatus;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** A hart as programs see it, and memory that has something at every address. */
final class A64State {
  /** Number of the stack pointer, which is no general register. */
  static final int SP = 31;

  /** An address that nothing is reserved at. */
  static final long NONE = -1;

  /** X0 to X30 and the stack pointer. */
  final long[] x = new long[32];

  /** The vector registers, the low half of each first. */
  final long[] vector = new long[64];

  /** FPCR and FPSR. */
  final FloatStatus floats = new FloatStatus();

  /** N, Z, C and V, the highest first. */
  int nzcv;

  long pc;

  /** Address of an exclusive access, or {@link #NONE}. */
  long reserved = NONE;

  private final Map<Long, Byte> memory = new HashMap<>();

  A64State() {}

  A64State(A64State other) {
    System.arraycopy(other.x, 0, x, 0, x.length);
    System.arraycopy(other.vector, 0, vector, 0, vector.length);
    floats.control(other.floats.control());
    floats.status(other.floats.status());
    nzcv = other.nzcv;
    pc = other.pc;
    reserved = other.reserved;
    memory.putAll(other.memory);
  }

  int get(long address) {
    Byte known = memory.get(address);
    return (known != null ? known : (int) (address * 0x9E3779B97F4A7C15L >>> 56)) & 0xFF;
  }

  void put(long address, int value) {
    memory.put(address, (byte) value);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof A64State s
        && Arrays.equals(x, s.x)
        && Arrays.equals(vector, s.vector)
        && floats.control() == s.floats.control()
        && floats.status() == s.floats.status()
        && nzcv == s.nzcv
        && pc == s.pc
        && reserved == s.reserved
        && memory.equals(s.memory);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(x);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < x.length; i++) {
      text.append(i == SP ? "sp" : "x" + i).append('=').append(Long.toHexString(x[i])).append(' ');
    }
    text.append("v=").append(Arrays.toString(vector)).append(' ');
    text.append("fpcr=").append(Integer.toHexString(floats.control()));
    text.append(" fpsr=").append(Integer.toHexString(floats.status())).append(' ');
    text.append("nzcv=").append(Integer.toBinaryString(nzcv));
    text.append(" pc=").append(Long.toHexString(pc)).append(" reserved=").append(reserved);
    return text.append(' ').append(memory).toString();
  }
}
