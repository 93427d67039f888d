package bbt.reconstruct.interchange.ntrace;

import static bbt.reconstruct.interchange.ntrace.TransferCode.CORRELATION;
import static bbt.reconstruct.interchange.ntrace.TransferCode.COUNT;
import static bbt.reconstruct.interchange.ntrace.TransferCode.DISABLED;
import static bbt.reconstruct.interchange.ntrace.TransferCode.EXCEPTION;
import static bbt.reconstruct.interchange.ntrace.TransferCode.HISTORY;
import static bbt.reconstruct.interchange.ntrace.TransferCode.INDIRECT_HISTORY;
import static bbt.reconstruct.interchange.ntrace.TransferCode.INDIRECT_HISTORY_SYNC;
import static bbt.reconstruct.interchange.ntrace.TransferCode.INTERRUPT;
import static bbt.reconstruct.interchange.ntrace.TransferCode.JUMP;
import static bbt.reconstruct.interchange.ntrace.TransferCode.OWNERSHIP;
import static bbt.reconstruct.interchange.ntrace.TransferCode.PERIODIC;
import static bbt.reconstruct.interchange.ntrace.TransferCode.REPEATED_HISTORY;
import static bbt.reconstruct.interchange.ntrace.TransferCode.RESOURCE_FULL;
import static bbt.reconstruct.interchange.ntrace.TransferCode.SYNC;
import static bbt.reconstruct.interchange.ntrace.TransferCode.TRACE_ENABLED;
import static bbt.reconstruct.interchange.ntrace.TransferCode.WITH_CONTEXT;

import bbt.ptg.guest.FlowKind;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.guest.Node;
import bbt.reconstruct.interchange.FlowKinds;
import bbt.reconstruct.interchange.FormatParameters;
import bbt.reconstruct.interchange.HartFlow;
import bbt.reconstruct.interchange.ReturnStack;
import java.io.IOException;
import java.io.OutputStream;

/** Encodes the execution of one hart in messages, in history mode. */
public final class NtraceEncoder implements HartFlow {
  /** A count from which on it is told. */
  private static final int COUNT_FULL = 1 << 20;

  /** A history of 31 branches. */
  private static final long HISTORY_FULL = 1L << 31;

  /** Messages behind which a whole address is sent. */
  private static final int RESYNC = 256;

  /** A history that came so often is written, so that a decoder hears of it now and then. */
  private static final int MOST_REPETITIONS = 1 << 12;

  /** Calls within each other, the most that the specification lets an encoder remember. */
  private static final int MOST_CALLS = 32;

  private final MessageWriter out;
  private final FlowKinds kinds;
  private final boolean extended;

  /** The calls that were told, where their returns are left out; else null. */
  private final ReturnStack calls;

  /** Whether a history that comes again is counted. */
  private final boolean repeats;

  private int privilege;
  private int context;

  /** The privilege that the decoder has been told. */
  private int toldPrivilege;

  private int toldContext;

  /** Whether the decoder knows where the hart is. */
  private boolean traced;

  /** Whether something was begun at all. */
  private boolean begun;

  private int count;
  private long history = 1;
  private long lastAddress;
  private int sinceSync;

  /** The last instruction does not say what follows. */
  private boolean jumped;

  /** Where the decoder takes the last instruction to lead; {@link ReturnStack#NONE} for nothing. */
  private long implied = ReturnStack.NONE;

  /** A full history that has not been written, as it may come again, and how often it came. */
  private long repeated;

  private long repetitions;

  /** A trap was taken: its type, and where its handler is; -1 for none. */
  private int trap = -1;

  private long handler;

  /**
   * Creates the encoder of one hart.
   *
   * @param source the hart's number
   * @param guest whose instructions they are
   * @param out takes the messages
   */
  public NtraceEncoder(
      int source, GuestIsa guest, OutputStream out, FormatParameters<NtraceParameter> parameters) {
    this.out = new MessageWriter(out, source, parameters.of(NtraceParameter.SOURCE_WIDTH));
    this.kinds = new FlowKinds(guest);
    this.extended = parameters.of(NtraceParameter.EXTEND_ADDRESS) != 0;
    this.calls =
        parameters.of(NtraceParameter.IMPLICIT_RETURN) != 0 ? new ReturnStack(MOST_CALLS) : null;
    this.repeats = parameters.of(NtraceParameter.REPEATED_HISTORY) != 0;
  }

  @Override
  public void begin(int newPrivilege, int newContext) {
    state(newPrivilege, newContext);
    begun = true;
    traced = false;
  }

  @Override
  public void state(int newPrivilege, int newContext) {
    privilege = newPrivilege;
    context = newContext;
  }

  @Override
  public void node(Node node, int executed, boolean taken) throws IOException {
    arrive(node.pc());
    boolean whole = executed == node.count();
    long bytes = (whole ? node.endAddress() : node.address(executed)) - node.pc();
    count += (int) (bytes >> 1);
    if (count >= COUNT_FULL) {
      tellRepeated();
      out.begin(RESOURCE_FULL).fixed(COUNT, 4).variable(count).end();
      count = 0;
    }
    FlowKind kind = whole ? kinds.of(node.bits(executed - 1)) : FlowKind.SEQUENTIAL;
    jumped = kind.uninferable();
    implied = ReturnStack.NONE;
    if (calls != null) {
      switch (kind) {
        case RETURN -> implied = calls.pop();
        case SWAP -> calls.pop();
        default -> {}
      }
      if (kind.calls() || kind == FlowKind.SWAP) {
        calls.push(node.endAddress());
      }
    }
    if (kind == FlowKind.BRANCH) {
      history = history << 1 | (taken ? 1 : 0);
      if (history >= HISTORY_FULL) {
        historyFull();
      }
    }
  }

  private void historyFull() throws IOException {
    if (repetitions > 0 && history != repeated) {
      tellRepeated();
    }
    repeated = history;
    repetitions++;
    history = 1;
    if (!repeats || repetitions == MOST_REPETITIONS) {
      tellRepeated();
    }
  }

  /** Writes the full histories that were held back: each message stands behind them. */
  private void tellRepeated() throws IOException {
    if (repetitions == 1) {
      out.begin(RESOURCE_FULL).fixed(HISTORY, 4).variable(repeated).end();
    } else if (repetitions > 1) {
      out.begin(RESOURCE_FULL).fixed(REPEATED_HISTORY, 4).variable(repeated);
      out.variable(repetitions).end();
    }
    repetitions = 0;
  }

  /** Execution goes on at an address: tells it, if it does not follow from the code. */
  private void arrive(long pc) throws IOException {
    boolean changed = privilege != toldPrivilege || context != toldContext;
    boolean told = true;
    if (!traced) {
      traced = true;
      out.begin(SYNC).fixed(TRACE_ENABLED, 4).variable(0).address(pc, extended).end();
      synchronised();
      changed = true;
    } else if (trap >= 0 || jumped && (pc != implied || changed)) {
      branch(trap >= 0 ? trap : JUMP, pc, sinceSync >= RESYNC);
    } else if (changed) {
      branch(JUMP, pc, true);
    } else {
      told = false;
    }
    lastAddress = told ? pc : lastAddress;
    trap = -1;
    jumped = false;
    if (changed) {
      long process = (long) context << 5 | (long) privilege << 2 | WITH_CONTEXT;
      out.begin(OWNERSHIP).variable(process).end();
      toldPrivilege = privilege;
      toldContext = context;
    }
  }

  /** The decoder knows where the hart is, and nothing else. */
  private void synchronised() {
    count = 0;
    history = 1;
    sinceSync = 0;
    if (calls != null) {
      calls.clear();
    }
  }

  private void branch(int type, long pc, boolean sync) throws IOException {
    tellRepeated();
    if (sync) {
      out.begin(INDIRECT_HISTORY_SYNC).fixed(PERIODIC, 4).fixed(type, 2);
      out.variable(count).address(pc, extended).variable(history).end();
      synchronised();
    } else {
      out.begin(INDIRECT_HISTORY).fixed(type, 2);
      out.variable(count).address(pc ^ lastAddress, extended).variable(history).end();
      count = 0;
      history = 1;
      sinceSync++;
    }
  }

  @Override
  public void trap(long cause, long epc, long value, long newHandler, int newPrivilege)
      throws IOException {
    if (!traced || trap >= 0 || jumped) {
      arrive(epc);
    }
    trap = cause < 0 ? INTERRUPT : EXCEPTION;
    handler = newHandler;
    privilege = newPrivilege;
  }

  @Override
  public void end() throws IOException {
    if (begun && traced) {
      if (trap >= 0) {
        arrive(handler);
      }
      tellRepeated();
      out.begin(CORRELATION).fixed(DISABLED, 4).fixed(1, 2).variable(count).variable(history).end();
    }
    begun = false;
    traced = false;
    trap = -1;
    jumped = false;
  }
}
