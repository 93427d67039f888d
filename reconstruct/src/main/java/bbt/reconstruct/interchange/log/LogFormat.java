package bbt.reconstruct.interchange.log;

/** The kinds of logs that are read. */
public enum LogFormat {
  /** QEMU's with {@code -d exec,nochain,int,in_asm}. */
  QEMU,
  /** Spike's with {@code -l} or {@code --log-commits}, and logs of cores that look like it. */
  SPIKE,
  /** CVA6's instruction tracer. */
  CVA6,
  /** Rocket's and BOOM's with {@code +verbose}. */
  ROCKET
}
