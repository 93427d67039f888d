package bbt.reconstruct.replay.setup;

import bbt.reconstruct.basics.BuildPrint;
import bbt.reconstruct.cache.FileKey;
import bbt.reconstruct.cache.UserCache;
import bbt.translator.boot.AddedFile;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.console.ConsolePort;
import bbt.translator.machine.Machine;
import bbt.translator.machine.MachineSnapshot;
import bbt.translator.trace.TraceScope;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Stores snapshots of guests that have booted and wait for a program: one for each configuration,
 * kept in the user's cache. A snapshot is a folder with two files, memory and state.
 */
public final class ProgramSnapshots {
  /** The most snapshots that are kept, those that were used last. */
  private static final int KEPT = 4;

  private static final String STATE = "state";
  private static final String MEMORY = "memory";
  private static final String FRESH = ".new";

  private final Path folder;
  private final KnownFiles known;

  private ProgramSnapshots(Path folder, KnownFiles known) {
    this.folder = folder;
    this.known = known;
  }

  /** Returns the snapshots in the user's cache. */
  public static ProgramSnapshots ofUser() {
    return new ProgramSnapshots(UserCache.folder().resolve("run"), KnownFiles.ofUser());
  }

  /**
   * Where the guest of a configuration waits for a program: kept, or made now.
   *
   * @param console gets what the guest says while it boots
   * @param progress gets a line for the user if it has to boot
   * @throws IOException if it does not come to that place, with what its kernel said
   */
  public MachineSnapshot find(MachineConfig config, OutputStream console, Consumer<String> progress)
      throws IOException {
    Path its = folder.resolve(key(config));
    MachineSnapshot kept = read(its);
    if (kept != null) {
      return kept;
    }
    progress.accept(
        "booting the guest that programs run in: once for this kernel, these options and this build of bbt");
    Files.createDirectories(folder);
    Path fresh = Files.createTempDirectory(folder, FRESH);
    try {
      MachineSnapshot made = make(config, fresh.resolve(MEMORY), console);
      Files.write(fresh.resolve(STATE), made.toBytes());
      try {
        Files.move(fresh, its, StandardCopyOption.ATOMIC_MOVE);
      } catch (IOException e) {
        // Another process was as fast: its snapshot is the same.
      }
      forget(its);
      MachineSnapshot placed = read(its);
      if (placed == null) {
        throw new IOException(its + ": the snapshot that was just made cannot be read");
      }
      return placed;
    } finally {
      delete(fresh);
    }
  }

  private static MachineSnapshot read(Path its) {
    Path state = its.resolve(STATE);
    if (!Files.isRegularFile(state)) {
      return null;
    }
    try {
      MachineSnapshot kept = MachineSnapshot.of(its.resolve(MEMORY), Files.readAllBytes(state));
      Files.setLastModifiedTime(state, FileTime.from(Instant.now()));
      return kept;
    } catch (IOException | IllegalStateException e) {
      return null; // a cache that cannot be read is as good as none
    }
  }

  /** Boots to where the guest asks for a program. A recorder looks on, and records nothing. */
  private static MachineSnapshot make(MachineConfig config, Path memory, OutputStream to)
      throws IOException {
    TraceScope nothing =
        new TraceScope(List.of(), List.of(new TraceScope.Trigger.Hand()), List.of());
    TraceOptions.Stream nowhere =
        new TraceOptions.Stream("nowhere", OutputStream::nullOutputStream);
    ByteArrayOutputStream console = new ByteArrayOutputStream();
    Machine machine =
        Machine.create(
            config.with(
                new MachineConfig.Program(null, List.of()),
                new TraceOptions(
                    null, nowhere, false, true, TraceOptions.Context.LINUX, nothing, 0)),
            ConsolePort.outputOnly(console::write));
    try {
      machine.begin();
      boolean goesOn = machine.proceed(Long.MAX_VALUE);
      console.writeTo(to);
      if (!goesOn || !machine.ready()) {
        machine.finish();
        String[] lines = console.toString(StandardCharsets.UTF_8).strip().split("\\R");
        throw new IOException(
            "the guest ended before it asked for a program (--console FILE has all that it said): "
                + panic(lines));
      }
      MachineSnapshot made = machine.snapshot(memory);
      machine.finish();
      return made;
    } finally {
      machine.release();
    }
  }

  /** The message of a kernel that panics, else its last line. */
  private static String panic(String[] lines) {
    return Arrays.stream(lines)
        .filter(line -> line.contains("Kernel panic"))
        .findFirst()
        .orElse(lines[lines.length - 1]);
  }

  /** The key of a snapshot: all that decides how the guest boots. */
  private String key(MachineConfig c) throws IOException {
    List<Object> all = new ArrayList<>();
    all.add(BuildPrint.now());
    all.add(hash(c.kernel()));
    all.add(hash(c.initrd()));
    for (AddedFile added : c.initrdAdd()) {
      all.add(hash(added.file()));
      all.add(added.name());
      all.add(added.mode());
    }
    all.add(c.append());
    all.add(c.memoryBytes());
    all.add(hash(c.bios()));
    all.add(hash(c.dtb()));
    for (MachineConfig.DriveConfig drive : c.drives()) {
      all.add(hash(drive.file()));
      all.add(drive.persist());
    }
    all.add(c.network());
    all.add(c.insnsPerSecond());
    all.add(c.seed());
    all.add(c.rtcBase());
    all.add(c.kaslr());
    all.add(c.softwarePageBits());
    all.add(c.quantum());
    String text = all.stream().map(each -> each + "\n").collect(Collectors.joining());
    return FileKey.of(text.getBytes(StandardCharsets.UTF_8)).substring(0, 32);
  }

  private String hash(Path file) throws IOException {
    return file == null ? "none" : known.hash(file);
  }

  /** Deletes what was used longest ago. */
  private void forget(Path keep) throws IOException {
    List<Path> all;
    try (Stream<Path> list = Files.list(folder)) {
      all =
          new ArrayList<>(
              list.filter(p -> Files.exists(p.resolve(STATE)) && !p.equals(keep)).toList());
    }
    all.sort(Comparator.comparing(ProgramSnapshots::used).reversed());
    for (int i = KEPT - 1; i < all.size(); i++) {
      delete(all.get(i));
    }
  }

  private static FileTime used(Path its) {
    try {
      return Files.getLastModifiedTime(its.resolve(STATE));
    } catch (IOException e) {
      return FileTime.fromMillis(0);
    }
  }

  private static void delete(Path its) throws IOException {
    for (String name : List.of(STATE, MEMORY)) {
      Files.deleteIfExists(its.resolve(name));
    }
    Files.deleteIfExists(its);
  }
}
