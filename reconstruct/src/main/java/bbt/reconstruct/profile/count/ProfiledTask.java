package bbt.reconstruct.profile.count;

import bbt.reconstruct.profile.TaskProfile;
import bbt.reconstruct.profile.TreeBuilder;
import bbt.reconstruct.walk.flow.Rounds;

/** A task and what it did; counted up while the walk runs. */
final class ProfiledTask implements Rounds.Numbers {
  final int number;
  final long id;
  int pid = -1;
  String name;
  long instructions;
  long userInstructions;
  long switches;
  long cycles;

  /** The task's number among the tree's frames. */
  int frame;

  /** The task's node in the tree that grows; the root where there is none. */
  int node = TreeBuilder.ROOT;

  /** Whether its instructions count. */
  boolean selected = true;

  ProfiledTask(int number, long id) {
    this.number = number;
    this.id = id;
  }

  String title() {
    return name != null ? name : id == 0 ? "boot" : "task 0x" + Long.toHexString(id);
  }

  @Override
  public long[] get() {
    return new long[] {instructions, userInstructions, cycles};
  }

  @Override
  public void set(long[] values) {
    instructions = values[0];
    userInstructions = values[1];
    cycles = values[2];
  }

  TaskProfile profile(int finalNode) {
    return new TaskProfile(
        number, id, pid, title(), instructions, userInstructions, switches, finalNode, cycles);
  }
}
