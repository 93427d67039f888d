package bbt.ptg.guest.data;

import java.util.HashSet;
import java.util.Set;

/** A value of {@link FlowRtl}: what is known of it from the encoding alone. */
public sealed interface Term {
  /** A number. */
  record Fixed(long value) implements Term {}

  /** Something that the address of the instruction and its encoding fix. */
  record Here() implements Term {}

  /** The low bytes of a register, extended. */
  record Part(GuestRegister from, int bytes) implements Term {}

  /** The low bytes of memory at a base register, or none, and an offset, extended. */
  record Memory(GuestRegister base, long offset, int bytes) implements Term {}

  /** A register and a constant: an address, or the result of an operation. */
  record Sum(GuestRegister base, long offset) implements Term {}

  /** The result of an operation on registers and memory. */
  record Mixed(Set<GuestRegister> from, boolean memory) implements Term {}

  /** The machine's own. */
  record Own(Source.Machine what) implements Term {}

  /** Whether it is this number. */
  default boolean is(long number) {
    return this instanceof Fixed f && f.value == number;
  }

  /** Returns an operation on some values; null stands for none. */
  static Term mixed(Term... terms) {
    Set<GuestRegister> from = new HashSet<>();
    boolean memory = false;
    for (Term each : terms) {
      switch (each) {
        case null -> {}
        case Fixed f -> {}
        case Here h -> {}
        case Own o -> {}
        case Part p -> from.add(p.from);
        case Sum s -> from.add(s.base);
        case Memory m -> memory = true;
        case Mixed m -> {
          from.addAll(m.from);
          memory |= m.memory;
        }
      }
    }
    return from.isEmpty() && !memory ? new Here() : new Mixed(from, memory);
  }

  /** Returns the value of which only the low bytes count, the others being made from them. */
  default Term low(int most) {
    return switch (this) {
      case Part p -> new Part(p.from, Math.min(p.bytes, most));
      case Memory m -> new Memory(m.base, m.offset, Math.min(m.bytes, most));
      default -> most == Long.BYTES ? this : mixed(this);
    };
  }

  /** Returns the source that it is. */
  default Source source() {
    return switch (this) {
      case Fixed f -> new Source.Constant();
      case Here h -> new Source.Constant();
      case Part p -> new Source.Copy(p.from, p.bytes);
      case Memory m -> new Source.Load(m.base, m.offset, m.bytes);
      case Sum s -> new Source.Computed(Set.of(s.base), false);
      case Mixed m -> new Source.Computed(m.from, m.memory);
      case Own o -> o.what;
    };
  }
}
