package bbt.reconstruct.replay.state;

/**
 * A task of the guest's.
 *
 * @param address by which the trace tells it from others: of its descriptor, or of a stack
 * @param pid process id; -1 where the trace does not know it
 * @param name empty where the trace does not know it
 */
public record Task(long address, int pid, String name) {
  /** The task as the reports write it. */
  @Override
  public String toString() {
    if (name.isEmpty()) {
      return "0x" + Long.toHexString(address);
    }
    return pid < 0 ? name : name + "(" + pid + ")";
  }
}
