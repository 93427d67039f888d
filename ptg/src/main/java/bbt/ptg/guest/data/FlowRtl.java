package bbt.ptg.guest.data;

import bbt.ptg.guest.rtl.Amo;
import bbt.ptg.guest.rtl.MemoryKind;
import bbt.ptg.guest.rtl.Pure;
import bbt.ptg.guest.rtl.Rtl;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Derives an instruction's {@link DataFlow} from its semantics: a move is what adds nothing to a
 * register, or keeps its low bytes. A guest's room extends it with its operands.
 */
public abstract class FlowRtl implements Rtl<Term> {
  private final List<DataFlow.Write> writes = new ArrayList<>();
  private final List<DataFlow.Store> stores = new ArrayList<>();

  /** Creates the data flow of an instruction of which no operation was executed yet. */
  protected FlowRtl() {}

  /** The flow of the operations that were called. */
  public final DataFlow flow() {
    return new DataFlow(writes, stores);
  }

  /** The whole value of a register. */
  protected static Term register(GuestRegister register) {
    return new Term.Part(register, Long.BYTES);
  }

  /** Adds a register that is written; of two writes the last one counts. */
  protected final void write(GuestRegister register, Source value) {
    writes.removeIf(write -> write.to().equals(register));
    writes.add(new DataFlow.Write(register, value));
  }

  /** Adds a store. */
  protected final void store(int bytes, Source value) {
    stores.add(new DataFlow.Store(bytes, value));
  }

  @Override
  public Term pc() {
    return new Term.Here();
  }

  @Override
  public Term nextPc() {
    return new Term.Here();
  }

  @Override
  public Term constant(long value) {
    return new Term.Fixed(value);
  }

  // ---- arithmetic

  @Override
  public Term add(Term a, Term b) {
    if (a.is(0)) {
      return b;
    }
    if (b.is(0)) {
      return a;
    }
    if (a instanceof Term.Fixed x && b instanceof Term.Fixed y) {
      return new Term.Fixed(x.value() + y.value());
    }
    return a instanceof Term.Part p && p.bytes() == Long.BYTES && b instanceof Term.Fixed f
        ? new Term.Sum(p.from(), f.value())
        : Term.mixed(a, b);
  }

  @Override
  public Term sub(Term a, Term b) {
    return b.is(0) ? a : Term.mixed(a, b);
  }

  @Override
  public Term and(Term a, Term b) {
    if (a.equals(b)) {
      return a;
    }
    if (a.is(0) || b.is(0)) {
      return new Term.Fixed(0);
    }
    if (b instanceof Term.Fixed mask) {
      for (int bytes = 1; bytes < Long.BYTES; bytes *= 2) {
        if (mask.value() == (1L << 8 * bytes) - 1) {
          return a.low(bytes);
        }
      }
    }
    return b.is(-1) ? a : Term.mixed(a, b);
  }

  @Override
  public Term or(Term a, Term b) {
    if (a.equals(b) || b.is(0)) {
      return a;
    }
    return a.is(0) ? b : Term.mixed(a, b);
  }

  @Override
  public Term xor(Term a, Term b) {
    if (a.equals(b)) {
      return new Term.Fixed(0);
    }
    if (b.is(0)) {
      return a;
    }
    return a.is(0) ? b : Term.mixed(a, b);
  }

  private static Term shift(Term a, Term b) {
    return b.is(0) ? a : Term.mixed(a, b);
  }

  @Override
  public Term sll(Term a, Term b) {
    return shift(a, b);
  }

  @Override
  public Term srl(Term a, Term b) {
    return shift(a, b);
  }

  @Override
  public Term sra(Term a, Term b) {
    return shift(a, b);
  }

  @Override
  public Term mul(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term sext8(Term a) {
    return a.low(1);
  }

  @Override
  public Term sext16(Term a) {
    return a.low(2);
  }

  @Override
  public Term sext32(Term a) {
    return a.low(4);
  }

  @Override
  public Term zext16(Term a) {
    return a.low(2);
  }

  @Override
  public Term zext32(Term a) {
    return a.low(4);
  }

  @Override
  public Term eq(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term ne(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term lt(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term ltu(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term ge(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term geu(Term a, Term b) {
    return Term.mixed(a, b);
  }

  @Override
  public Term select(Term condition, Term a, Term b) {
    return Term.mixed(condition, a, b);
  }

  @Override
  public Term pure(Pure function, Term a, Term b) {
    return Term.mixed(a, b);
  }

  // ---- memory

  @Override
  public Term load(MemoryKind kind, Term address) {
    return switch (address) {
      case Term.Part p -> new Term.Memory(p.from(), 0, kind.bytes);
      case Term.Sum s -> new Term.Memory(s.base(), s.offset(), kind.bytes);
      case Term.Fixed f -> new Term.Memory(null, f.value(), kind.bytes);
      default -> new Term.Mixed(Set.of(), true);
    };
  }

  @Override
  public void store(MemoryKind kind, Term address, Term value) {
    store(kind.bytes, value.source());
  }

  @Override
  public Term loadReserved(MemoryKind kind, Term address) {
    return load(kind, address);
  }

  @Override
  public Term storeConditional(MemoryKind kind, Term address, Term value) {
    store(kind, address, value);
    return new Term.Own(Source.Machine.OUTCOME);
  }

  @Override
  public Term amo(Amo operation, MemoryKind kind, Term address, Term value) {
    Term old = load(kind, address);
    store(kind, address, operation == Amo.SWAP ? value : Term.mixed(old, value));
    return old;
  }

  // ---- flow of control

  @Override
  public void branchIf(Term condition) {
    // It writes nothing.
  }

  @Override
  public void jump() {
    // It writes nothing.
  }

  @Override
  public void jumpTo(Term target) {
    // It writes nothing.
  }

  @Override
  public void nothing() {
    // It writes nothing.
  }
}
