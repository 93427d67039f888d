package bbt.reconstruct.replay.setup;

import java.nio.file.Path;
import java.util.List;

/**
 * Guest files named by the user. What is not named is looked for by its hash.
 *
 * @param kernel or null
 * @param initrd or null
 * @param initrdAdd in order; empty: look for them
 * @param bios or null
 * @param dtb or null
 * @param drives contents at the start of the run, in slot order; empty: look for them
 * @param folders further folders to look in
 * @param input log of {@code bbt boot --record-input}, or null
 */
public record GuestOptions(
    Path kernel,
    Path initrd,
    List<Path> initrdAdd,
    Path bios,
    Path dtb,
    List<Path> drives,
    List<Path> folders,
    Path input) {
  /** Options that name no file. */
  public static final GuestOptions NONE =
      new GuestOptions(null, null, List.of(), null, null, List.of(), List.of(), null);

  public GuestOptions {
    initrdAdd = List.copyOf(initrdAdd);
    drives = List.copyOf(drives);
    folders = List.copyOf(folders);
  }
}
