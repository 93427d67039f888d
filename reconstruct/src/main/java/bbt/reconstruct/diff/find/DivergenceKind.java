package bbt.reconstruct.diff.find;

/** The ways in which two executions part. */
public enum DivergenceKind {
  /** A conditional branch went the other way. */
  BRANCH("a conditional branch went the other way"),
  /** A jump, call or return whose target the code does not fix went elsewhere. */
  TARGET("an indirect jump went elsewhere"),
  /** An interrupt came here in one run, and at another count (or never) in the other. */
  INTERRUPT("an interrupt came at another instruction"),
  /** An instruction trapped in one run alone, or for another cause. */
  TRAP("an instruction trapped in one run and not in the other"),
  /** The handler returned elsewhere. */
  TRAP_RETURN("the return from a trap went elsewhere"),
  /** Other instructions stand at the same place. */
  CODE("the code itself is different"),
  /** Another task or address space was switched to. */
  CONTEXT_SWITCH("the switch went to another task"),
  /** Guest time jumped to another moment while the machine waited. */
  TIME("the machine waited for another length of time"),
  /** Another hart's turn came. */
  HART("another hart's turn came"),
  /** One of the runs is over, as its trace says. */
  END("one run is over, the other goes on"),
  /** One of the traces says no more, nor that the run ended: nobody knows how it went on. */
  CUT("none as far as both are recorded: a trace is cut"),
  /** What comes here was recorded in one of the traces alone, or what was not ends elsewhere. */
  GAP("what was recorded begins or ends elsewhere"),
  /** The machines do not even start in the same state. */
  START("the runs start in different states");

  private final String text;

  DivergenceKind(String text) {
    this.text = text;
  }

  /** Returns the kind in words. */
  public String text() {
    return text;
  }
}
