package bbt.reconstruct.walk.hart;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The state of the walk of one hart: what leads from one frame to the next, beside the code. Its
 * {@link Walker} changes it as it goes; everybody else has {@linkplain #copy copies}.
 */
public final class WalkState implements Cloneable {
  /**
   * Whether the next frame must go on where the last one ended: all else means something only then.
   * False before the first frame and after a gap: the next frame says where it starts.
   */
  boolean connected;

  long retired;
  long pc;
  int privilege;
  int addressSpace;
  long task;

  /** Running hash over all retired instructions. */
  long hash;

  /** False after a gap, until an exception packet states the hash. */
  boolean hashKnown = true;

  /** Address of a call that retired and awaits its firmware packet; -1 when there is none. */
  long firmwareSite = -1;

  /** Whether an indirect call closed the last frame, so that its link is pushed in the next. */
  public boolean carriesLink;

  long carriedLink;

  /** Count at the last EXCEPTION or SWITCH packet, and how many there were at that count. */
  long lastDisconnect = -1;

  int disconnects;

  /** Instructions passed in gaps of the recording. */
  long unrecorded;

  /** Bytes of the file were lost since its last frame: the next may not follow it. */
  public boolean lost;

  /**
   * The part of the hash that is still to be compared with the walk before; see {@link HashJoint}.
   * Of a walk in stretches alone, so it is not written.
   */
  transient HashJoint joint = HashJoint.NONE;

  /** The ledger of the hart's sideband; null where a {@link Walker} says the rest. */
  public SidebandLedger ledger;

  /** Creates the state before the first frame of a trace. */
  WalkState() {}

  /** Returns the state behind a gap, where nothing is known. */
  public static WalkState nowhere() {
    WalkState state = new WalkState();
    state.disconnect();
    return state;
  }

  /** A gap: what comes next has no relation to what came before. */
  void disconnect() {
    connected = false;
    hashKnown = false;
    firmwareSite = -1;
    carriesLink = false;
  }

  /** EXCEPTION, SWITCH and GAP packets passed at this very count. */
  int packetsHere() {
    return lastDisconnect == retired ? disconnects : 0;
  }

  /** Returns a copy. */
  WalkState copy() {
    try {
      WalkState copy = (WalkState) clone();
      copy.ledger = ledger == null ? null : ledger.copy();
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e); // it is cloneable
    }
  }

  /** Begins a stretch that another walk leads to: its {@linkplain #goesOn joint} is told later. */
  void beginStretch() {
    joint = hashKnown ? HashJoint.NONE : HashJoint.open(retired, hash);
  }

  /**
   * Whether the walk that ended in this state leads to a stretch that was walked by itself.
   *
   * @param start the state in which the stretch began
   * @param end the state in which it ended; where all of it was executed with an unknown hash, that
   *     becomes known
   */
  public boolean goesOn(WalkState start, WalkState end) {
    boolean same =
        connected
            && start.connected
            && retired == start.retired
            && pc == start.pc
            && privilege == start.privilege
            && addressSpace == start.addressSpace
            && task == start.task
            && firmwareSite == start.firmwareSite
            && carriesLink == start.carriesLink
            && (!carriesLink || carriedLink == start.carriedLink)
            && !lost
            && !start.lost
            && ledger.same(start.ledger);
    if (!same || start.hashKnown && (!hashKnown || hash != start.hash)) {
      return false;
    }
    if (start.hashKnown || !hashKnown) {
      return true;
    }
    if (!end.joint.agrees(hash)) {
      return false;
    }
    if (end.joint.isOpen()) {
      end.hash = end.joint.known(hash, end.retired, end.hash);
      end.hashKnown = true;
      end.joint = HashJoint.NONE;
    }
    return true;
  }

  /** Whether the walk stands somewhere; what else is said here means something only then. */
  public boolean connected() {
    return connected;
  }

  public long retired() {
    return retired;
  }

  public long pc() {
    return pc;
  }

  public int privilege() {
    return privilege;
  }

  public int addressSpace() {
    return addressSpace;
  }

  public long task() {
    return task;
  }

  /** Running hash over all retired instructions; meaningless unless {@link #hashKnown}. */
  public long hash() {
    return hash;
  }

  public boolean hashKnown() {
    return hashKnown;
  }

  /** Writes all of it, for {@link #read}. */
  public void write(DataOutput out) throws IOException {
    out.writeBoolean(connected);
    out.writeLong(retired);
    out.writeLong(unrecorded);
    out.writeLong(pc);
    out.writeByte(privilege);
    out.writeInt(addressSpace);
    out.writeLong(task);
    out.writeLong(hash);
    out.writeBoolean(hashKnown);
    out.writeLong(firmwareSite);
    out.writeBoolean(carriesLink);
    out.writeLong(carriedLink);
    out.writeLong(lastDisconnect);
    out.writeInt(disconnects);
    out.writeBoolean(lost);
    ledger.write(out);
  }

  /** Reads what {@link #write} wrote. */
  public static WalkState read(DataInput in) throws IOException {
    WalkState state = new WalkState();
    state.connected = in.readBoolean();
    state.retired = in.readLong();
    state.unrecorded = in.readLong();
    state.pc = in.readLong();
    state.privilege = in.readByte();
    state.addressSpace = in.readInt();
    state.task = in.readLong();
    state.hash = in.readLong();
    state.hashKnown = in.readBoolean();
    state.firmwareSite = in.readLong();
    state.carriesLink = in.readBoolean();
    state.carriedLink = in.readLong();
    state.lastDisconnect = in.readLong();
    state.disconnects = in.readInt();
    state.lost = in.readBoolean();
    state.ledger = SidebandLedger.read(in);
    return state;
  }
}
