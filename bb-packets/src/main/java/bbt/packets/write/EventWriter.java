package bbt.packets.write;

import bbt.packets.ExceptionKind;
import bbt.packets.FrameStart;
import bbt.packets.Mode;
import bbt.packets.Packet;
import bbt.packets.Predictor;
import bbt.packets.SidebandCodec;
import bbt.packets.SidebandRecord;
import bbt.packets.bytes.ByteSink;
import bbt.packets.bytes.PacketFormat;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes one hart's packets and frames; {@link MachineWriter} holds the writers of all harts. It is
 * told of the hart's steps and of the event at the end of each. What it is told must depend on the
 * execution alone: the steps, in execution order. Where packets and frames end follows from that
 * (docs/trace-format.md, "Where things are cut").
 *
 * <p>Steps: {@link #retire} the instructions of a node, then report the event at its end, if it has
 * one. A run of nodes with branch events only can be appended whole by {@link #append} if it {@link
 * #fits}. In steady state nothing is allocated.
 *
 * <p>I/O errors are {@link UncheckedIOException}s; what was written before them stays readable.
 */
public final class EventWriter {
  /** The most bits of one event: a return that misses, then a full list of targets. */
  private static final int EVENT_BITS = 9;

  private final TraceWriter writer;
  private final PacketFormat.Limits limits;
  private final boolean compact;
  private final int hart;

  /** The schedule of several harts; null with one hart. */
  private final ScheduleWriter schedule;

  private final FrameEncoder frame;
  private final SidebandWriter sideband;

  /** The content of a sideband chunk, with its number. */
  private final ByteSink numbered = new ByteSink(1 << 10);

  /** Sideband chunks written. */
  private long sidebands;

  private final Predictor predictor = new Predictor();

  /** Events until the packet or the frame is full. */
  private int eventRoom;

  /** The value of {@link #eventRoom} when the packet was opened. */
  private int packetRoom;

  /** Events until the frame is full, at the start of the packet. */
  private int frameRoom;

  /** Instructions until the frame may close; goes below zero until an event comes. */
  private long instructionRoom;

  private long frameStart;

  /** The count at which the open sideband chunk starts. */
  private long sidebandStart;

  /** Content of the frames since the last checkpoint, in bytes. */
  private long contentSinceCheckpoint;

  private int privilege;
  private int addressSpace;
  private long task;

  /** Whether recording is off, and the count at which it was switched off. */
  private boolean away;

  private long awaySince;

  /** Instructions of the hart that were not recorded. */
  private long unrecorded;

  /** Whether a frame is open: from the reset on. */
  private boolean started;

  /** The address at which the hart goes on after its last turn. */
  private long pausedPc;

  /** An address space that is gone for good, but still in force here; else -1. */
  private int doomed = -1;

  /** Count at the last EXCEPTION or SWITCH packet, and how many there were at that count. */
  private long lastDisconnect = -1;

  private int disconnects;

  private long frames;
  private final long[] packets = new long[4];
  private long bits;
  private long targets;

  /**
   * Creates the writer of a hart's packets.
   *
   * @param schedule null with one hart
   */
  EventWriter(TraceWriter writer, int hart, PacketFormat.Limits limits, ScheduleWriter schedule) {
    this.writer = writer;
    this.hart = hart;
    this.limits = limits;
    this.schedule = schedule;
    this.instructionRoom = limits.frameInstructions();
    this.compact = writer.header().mode() == Mode.COMPACT;
    this.frame =
        new FrameEncoder(
            writer.header().mode(),
            writer.header().verify(),
            schedule != null,
            (limits.frameEvents() + 1) * EVENT_BITS);
    this.sideband = new SidebandWriter(limits.sidebandBytes(), this::spillSideband);
  }

  /**
   * Begins the hart's execution at power-on. Once more where firmware stops a hart and starts it
   * anew: its count and its running hash go on.
   *
   * @param pc first instruction
   * @param verifyHash running hash, 0 at power-on
   */
  public void reset(long pc, int resetPrivilege, long verifyHash) {
    if (!started) {
      started = true;
      privilege = resetPrivilege;
      pausedPc = pc;
      openFrame(0, pc);
    }
    disconnect(
        PacketFormat.EXCEPTION | ExceptionKind.RESET.ordinal() << 2 | resetPrivilege << 5,
        pausedPc,
        pc);
    frame.exception(0, 0, 0, verifyHash);
    privilege = resetPrivilege;
  }

  /**
   * Begins the trace of a hart in the middle of a run; the header's {@code trace.dropped} says so.
   * In place of {@link #reset}.
   *
   * @param count instructions that the hart has retired
   * @param pc the next one
   */
  public void resume(long count, long pc, int itsPrivilege, int space, long itsTask) {
    started = true;
    privilege = itsPrivilege;
    addressSpace = space;
    task = itsTask;
    pausedPc = pc;
    openFrame(count, pc);
  }

  /** Instructions retired so far. */
  public long retired() {
    return frameStart + limits.frameInstructions() - instructionRoom;
  }

  /** Whether so many branch events and instructions close neither packet nor frame. */
  public boolean fits(int events, int instructions) {
    return eventRoom > events && instructionRoom > instructions;
  }

  /**
   * Appends branches in bulk; they must {@link #fits fit}.
   *
   * @param taken bit i: branch i was taken; bits from {@code count} up must be 0
   * @param count 0 to 63
   * @param instructions retired along the way
   */
  public void append(long taken, int count, int instructions) {
    eventRoom -= count;
    instructionRoom -= instructions;
    frame.bits(taken, count);
  }

  /** The hart's privilege, as the packets have it. */
  public int privilege() {
    return privilege;
  }

  /** The hart's address space, by serial number. */
  public int addressSpace() {
    return addressSpace;
  }

  /** The hart's task. */
  public long task() {
    return task;
  }

  /** Counts instructions that retired and leave nothing in the trace. */
  public void retire(long instructions) {
    instructionRoom -= instructions;
  }

  /**
   * The node ends with a conditional branch, already retired.
   *
   * @param nextPc where it led
   */
  public void branch(boolean taken, long nextPc) {
    frame.bits(taken ? 1 : 0, 1);
    event(nextPc);
  }

  /** The node ends with a return. */
  public void ret(long site, long target) {
    returned(site, target);
    event(target);
  }

  /** The node ends with a coroutine jump: a return, then a call. */
  public void retCall(long site, long target, long link) {
    returned(site, target);
    call(link);
    event(target);
  }

  /** The node ends with an indirect jump. */
  public void indirect(long site, long target) {
    coded(site, target);
    event(target);
  }

  /**
   * The node ends with an indirect call. Its push comes before the cut that it may cause: the next
   * frame starts empty.
   */
  public void indirectCall(long site, long target, long link) {
    coded(site, target);
    call(link);
    event(target);
  }

  private void returned(long site, long target) {
    if (compact) {
      if (predictor.pop() == target) {
        frame.bits(1, 1);
        return;
      }
      frame.bits(0, 1);
    }
    coded(site, target);
  }

  private void coded(long site, long target) {
    if (!compact) {
      frame.target(target);
      return;
    }
    int slot = predictor.site(site);
    int index = predictor.find(slot, target);
    if (index >= 0) {
      frame.bits(1L << index, index + 1);
    } else {
      frame.bits(0, predictor.known(slot));
      frame.target(target);
      predictor.learn(slot, target);
    }
  }

  /** The node ends with a direct call, which leaves no event. */
  public void call(long link) {
    if (compact) {
      predictor.push(link);
    }
  }

  /** The node ends with a return from a trap. */
  public void trapReturn(long target, int newPrivilege) {
    if (compact) {
      long epc = predictor.popTrap();
      boolean known = epc != Predictor.NONE;
      if (known && target == epc) {
        frame.bits(0b1, 1);
      } else if (known && target == epc + 4) {
        frame.bits(0b10, 2);
      } else {
        frame.bits(0, 2);
        frame.target(target);
      }
    } else {
      frame.target(target);
    }
    frame.bits(newPrivilege, 2);
    privilege = newPrivilege;
    event(target);
  }

  private void event(long nextPc) {
    eventRoom--;
    if (eventRoom <= 0 || instructionRoom <= 0) {
      cut(nextPc);
    }
  }

  /** Closes the frame if it is full, else the packet, and opens the next one. */
  private void cut(long nextPc) {
    if (frameFull()) {
      closeFrame();
      openFrame(retired(), nextPc);
    } else {
      closePacket();
      openPacket(PacketFormat.NORMAL, nextPc);
    }
  }

  private boolean frameFull() {
    return instructionRoom <= 0 || frameRoom - (packetRoom - eventRoom) <= 0;
  }

  /**
   * Closes what is open and starts a packet of a disconnecting type. A guest whose handler traps
   * again retires nothing and leaves no event: its frames are bounded by their packets.
   */
  private void disconnect(int head, long from, long to) {
    if (frameFull() || frame.packetCount() >= limits.frameEvents()) {
      closeFrame();
      openFrame(retired(), from);
    }
    disconnects = packetsHere() + 1;
    lastDisconnect = retired();
    closePacket();
    openPacket(head, to);
  }

  /** EXCEPTION, SWITCH and GAP packets at this very count. */
  int packetsHere() {
    return lastDisconnect == retired() ? disconnects : 0;
  }

  /**
   * A trap was taken, or firmware served a call.
   *
   * @see Packet.Exception
   */
  public void exception(
      ExceptionKind kind,
      long handler,
      int newPrivilege,
      long cause,
      long epc,
      long tval,
      long verifyHash) {
    disconnect(PacketFormat.EXCEPTION | kind.ordinal() << 2 | newPrivilege << 5, epc, handler);
    frame.exception(cause, epc, tval, verifyHash);
    privilege = newPrivilege;
    if (compact && kind != ExceptionKind.FIRMWARE && kind != ExceptionKind.RESET) {
      predictor.pushTrap(epc);
    }
  }

  /**
   * The context changed.
   *
   * @see Packet.Switch
   */
  public void contextSwitch(
      long pc,
      int newAddressSpace,
      long addressSpaceRegister,
      long newTask,
      long stack,
      long previousStack) {
    disconnect(PacketFormat.SWITCH, pc, pc);
    frame.contextSwitch(newAddressSpace, addressSpaceRegister, newTask, stack, previousStack);
    bury(newAddressSpace);
    addressSpace = newAddressSpace;
    task = newTask;
  }

  /**
   * Stops recording until {@link #enter}. Where the hart is meanwhile is said by {@link #absent},
   * at the latest before a turn of it ends, the trace ends, or it enters.
   *
   * @param pc the first instruction that is not recorded
   */
  public void leave(long pc) {
    disconnect(PacketFormat.GAP, pc, pc);
    openGap(pc);
  }

  private void openGap(long pc) {
    away = true;
    awaySince = retired();
    frame.gap(pc, 0, privilege, addressSpace, task);
  }

  /**
   * Counts instructions that were executed since {@link #leave} or the last call of this method,
   * and says where the hart is now.
   *
   * @param instructions not negative
   */
  public void absent(
      long instructions, long pc, int newPrivilege, int newAddressSpace, long newTask) {
    retire(instructions);
    unrecorded += instructions;
    privilege = newPrivilege;
    bury(newAddressSpace);
    addressSpace = newAddressSpace;
    task = newTask;
    frame.gap(pc, retired() - awaySince, privilege, addressSpace, task);
  }

  /**
   * Records again from here on; {@link #absent} has said where that is. A frame that is full closes
   * here, so that what is recorded stands in a frame that begins with it.
   *
   * @param pc as {@link #absent} was told
   */
  public void enter(long pc) {
    away = false;
    if (frameFull()) {
      closeFrame();
      openFrame(retired(), pc);
    }
  }

  private void bury(int newAddressSpace) {
    if (doomed >= 0 && newAddressSpace != addressSpace) {
      sideband.forget(doomed);
      doomed = -1;
    }
  }

  private void openPacket(int head, long pc) {
    packetRoom = Math.min(limits.packetEvents(), frameRoom);
    eventRoom = packetRoom;
    frame.openPacket(head, retired(), pc);
  }

  private void closePacket() {
    frameRoom -= packetRoom - eventRoom;
    int head = frame.closePacket(retired());
    if (head >= 0) {
      packets[head & 3]++;
    }
  }

  /**
   * Writes the sideband before its frame is complete: a loop without events may never complete one.
   */
  private void spillSideband() {
    long last = sideband.lastRetired();
    write(PacketFormat.SIDEBAND, sidebandStart, last, sideband.records());
    sidebandStart = last;
    sideband.open(last);
  }

  private void openFrame(long retired, long pc) {
    openFrame(retired, pc, schedule == null && writer.wantsCheckpoints());
  }

  private void openFrame(long retired, long pc, boolean checkpoint) {
    frameStart = retired;
    sidebandStart = retired;
    instructionRoom = limits.frameInstructions();
    frameRoom = limits.frameEvents();
    packetRoom = Math.min(limits.packetEvents(), frameRoom);
    eventRoom = packetRoom;
    predictor.reset();
    long clock = schedule == null ? retired : schedule.now();
    frame.open(new FrameStart(retired, pc, privilege, addressSpace, task, clock));
    long weight = Math.max(sideband.weight(), limits.checkpointFloor());
    if (checkpoint || contentSinceCheckpoint >= limits.checkpointRatio() * weight) {
      contentSinceCheckpoint = 0;
      write(PacketFormat.CHECKPOINT, retired, retired, sideband.checkpoint(retired));
    }
    sideband.open(retired);
  }

  private void closeFrame() {
    if (schedule != null) {
      schedule.flush();
    }
    closePacket();
    bits += frame.bitCount();
    targets += frame.targetCount();
    ByteSink records = sideband.close();
    if (records.size() > 0) {
      write(PacketFormat.SIDEBAND, sidebandStart, retired(), records);
    }
    if (frame.packetCount() > 0) {
      frames++;
      ByteSink content = frame.close(writer.guarded() ? sidebands : -1);
      contentSinceCheckpoint += content.size();
      write(PacketFormat.FRAME, frameStart, retired(), content);
    }
  }

  private void write(int type, long from, long to, ByteSink content) {
    try {
      long clock = type == PacketFormat.FRAME ? frame.start().clock() : 0;
      sidebands += type == PacketFormat.SIDEBAND ? 1 : 0;
      ByteSink whole = content;
      if (writer.guarded() && type != PacketFormat.FRAME) {
        whole = numbered;
        whole.clear();
        SidebandCodec.writeNumber(whole, sidebands);
        whole.bytes(content.array(), 0, content.size());
      }
      writer.chunk(type, hart, from, to, clock, whole);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The sideband, for code, mappings and names that take effect from here on. */
  public SidebandWriter sideband() {
    return sideband;
  }

  // ---- for MachineWriter

  /**
   * Forgets an address space that is gone for good; where it is still in force, it is forgotten
   * after the next switch.
   */
  void forget(int space) {
    if (space == addressSpace) {
      doomed = space;
    } else {
      sideband.forget(space);
    }
  }

  /**
   * Ends the hart's turn.
   *
   * @param pc where it will go on
   */
  void pause(long pc) {
    pausedPc = pc;
  }

  /** Closes the open frame, at the end of an epoch or of the trace. */
  void endFrame() {
    if (started) {
      closeFrame();
    }
  }

  /**
   * Opens a frame after {@link #endFrame}.
   *
   * @param checkpoint whether a checkpoint is to stand before it in any case
   */
  void nextFrame(boolean checkpoint) {
    if (started) {
      openFrame(retired(), pausedPc, checkpoint);
      if (away) {
        disconnect(PacketFormat.GAP, pausedPc, pausedPc);
        openGap(pausedPc);
      }
    }
  }

  /** Writes records that belong to no frame. */
  void append(Iterable<SidebandRecord> items) {
    long retired = retired();
    sideband.open(retired);
    for (SidebandRecord item : items) {
      sideband.add(item);
    }
    write(PacketFormat.SIDEBAND, retired, retired, sideband.close());
  }

  long unrecorded() {
    return unrecorded;
  }

  long frames() {
    return frames;
  }

  long packets() {
    return packets[0] + packets[1] + packets[2] + packets[3];
  }

  long bits() {
    return bits;
  }

  long targets() {
    return targets;
  }
}
