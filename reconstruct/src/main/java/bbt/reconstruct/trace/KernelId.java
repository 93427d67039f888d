package bbt.reconstruct.trace;

import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceHeader;
import bbt.packets.bytes.PrintableText;

/**
 * The build-ids of what was booted, lower-case hexadecimal, each empty where it is not known. They
 * differ when a boot loader was given to the machine and brought the kernel itself.
 *
 * @param file of the file that the machine was given, from the trace's header
 * @param memory of the kernel that ran at its virtual addresses, as it lay in memory
 */
public record KernelId(String file, String memory) {
  /** Key of the header's entry. */
  public static final String HEADER_KEY = "guest.kernel.build-id";

  /** Reads the build-id from a header. */
  public static KernelId of(TraceHeader header) {
    return new KernelId(PrintableText.of(header.get(HEADER_KEY, "")), "");
  }

  /** This, and what a record says if it is about the kernel; the first one counts. */
  public KernelId with(SidebandRecord item) {
    return memory.isEmpty()
            && item instanceof SidebandRecord.Note note
            && note.key().equals(NoteKeys.KERNEL_BUILD_ID)
        ? new KernelId(file, PrintableText.of(note.value()))
        : this;
  }

  /** Build-id of the kernel that ran, else of the file that was booted; empty if none is known. */
  public String best() {
    return memory.isEmpty() ? file : memory;
  }

  /** Whether any build-id is known. */
  public boolean isKnown() {
    return !best().isEmpty();
  }

  /** Whether a build-id is that of something that was booted. */
  public boolean is(String buildId) {
    return !buildId.isEmpty() && (buildId.equals(file) || buildId.equals(memory));
  }
}
