package bbt.reconstruct.profile;

/** A function and what it cost; counted up while the walk runs. */
final class Function {
  final Program program;
  final long address;

  /** Null when no symbol names it. */
  final String name;

  long self;
  long inclusive;
  long calls;

  /** Frames of the current task's stack that are this function: inclusive counts the outermost. */
  int active;

  Function(Program program, long address, String name) {
    this.program = program;
    this.address = address;
    this.name = name;
  }
}
