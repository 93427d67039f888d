package bbt.reconstruct.replay.setup;

import bbt.packets.TraceHeader;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cache.KeptPrograms;
import bbt.reconstruct.cache.UserCache;
import bbt.translator.boot.AddedFile;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.MachineConfig.DriveConfig;
import bbt.translator.config.TimeMode;
import bbt.translator.net.HostAccess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads from a trace's header the machine that it describes. */
public final class TraceSetup {
  private final Path trace;
  private final TraceHeader header;

  public TraceSetup(Path trace, TraceHeader header) {
    this.trace = trace;
    this.header = header;
  }

  /**
   * The configuration of the traced run.
   *
   * @throws UserException if it cannot be repeated: its time was the host's, a file is missing or
   *     another one
   */
  public MachineConfig.Builder config(GuestOptions options, KnownFiles known) throws IOException {
    if (!header.origin().isEmpty()) {
      throw new UserException(
          Fault.BAD_DATA,
          trace
              + " was imported from "
              + header.origin()
              + ": nothing here can execute that run again");
    }
    String edited = header.edited();
    if (edited.contains("cut ") || edited.contains("merge ")) {
      throw new UserException(
          Fault.BAD_DATA,
          trace
              + " was made of other traces ("
              + edited
              + "): execute the run again with one of those");
    }
    if (!header.get("machine.time", "virtual").equals("virtual")) {
      throw new UserException(
          Fault.BAD_DATA,
          trace + " was recorded with --time host: such a run cannot be executed again");
    }
    List<Path> folders = new ArrayList<>(options.folders());
    folders.add(UserCache.folder().resolve("samples"));
    GuestFileFinder finder = new GuestFileFinder(known, folders);
    Path kernel = one(finder, "guest.kernel", "--kernel", options.kernel());
    Path initrd = one(finder, "guest.initrd", "--initrd", options.initrd());
    List<Path> additions =
        several(finder, "guest.initrd-add.", "--initrd-add", options.initrdAdd());
    Path bios = one(finder, "guest.bios", "--bios", options.bios());
    Path program = one(finder, "guest.program", "--guest-files", null);
    Path dtb = one(finder, "guest.dtb", "--dtb", options.dtb());
    List<Path> drives = several(finder, "guest.drive.", "--drive", options.drives());
    finder.complain();
    if (kernel == null) {
      throw new UserException(
          Fault.BAD_DATA, trace + ": its header names no guest.kernel; it cannot be re-executed");
    }
    try {
      return MachineConfig.builder()
          .kernel(kernel)
          .initrd(initrd)
          .initrdAdd(added(additions))
          .bios(bios)
          .program(program == null ? null : new MachineConfig.Program(program, List.of()))
          .dtb(dtb)
          // Never the user's file: what the guest writes stays in memory.
          .drives(drives.stream().map(file -> new DriveConfig(file, false)).toList())
          .append(header.get("guest.append", ""))
          .memoryBytes(number("machine.memory", null))
          .network(network())
          .time(TimeMode.VIRTUAL)
          .insnsPerSecond(number("machine.insns-per-second", null))
          .seed(number("machine.seed", "0"))
          .rtcBase(number("machine.rtc-base", null))
          .kaslr(header.get("machine.kaslr", "false").equals("true"))
          .softwarePageBits(header.get("machine.svade", "false").equals("true"))
          .harts(header.harts())
          .quantum(
              header.harts() == 1
                  ? MachineConfig.DEFAULT_QUANTUM
                  : number("machine.quantum", Long.toString(MachineConfig.DEFAULT_QUANTUM)))
          // Traces of old say nothing: then a hart that spun kept its turn.
          .spinsYield(header.get("machine.spin", "stays").equals("yields"));
    } catch (IllegalArgumentException e) {
      throw new UserException(Fault.BAD_DATA, trace + ": " + e.getMessage(), e);
    }
  }

  /** The ports of the host that the guest's network card reached, or null if it had none. */
  private HostAccess network() {
    if (!header.get("machine.network", "none").equals("user")) {
      return null;
    }
    String access = header.get("machine.network.access", "");
    return access.isEmpty() ? HostAccess.ALL : HostAccess.parse(access);
  }

  /** Notes the files of a run under the hashes that its trace has; not what the run has changed. */
  public static void remember(TraceHeader header, MachineConfig config, KnownFiles known) {
    note(header, known, "guest.kernel", config.kernel());
    note(header, known, "guest.initrd", config.initrd());
    note(header, known, "guest.bios", config.bios());
    if (config.program() != null) {
      note(header, known, "guest.program", config.program().archive());
      for (int i = 0; i < config.program().files().size(); i++) {
        keep(header, "guest.program.file." + i, config.program().files().get(i));
      }
    }
    note(header, known, "guest.dtb", config.dtb());
    for (int i = 0; i < config.initrdAdd().size(); i++) {
      note(header, known, "guest.initrd-add." + i, config.initrdAdd().get(i).file());
      keep(header, "guest.initrd-add." + i, config.initrdAdd().get(i).file());
    }
    for (int i = 0; i < config.drives().size(); i++) {
      DriveConfig drive = config.drives().get(i);
      if (!drive.persist()) {
        note(header, known, "guest.drive." + i, drive.file());
      }
    }
  }

  private static void note(TraceHeader header, KnownFiles known, String key, Path file) {
    String hash = header.get(key + ".sha256", null);
    if (hash != null && file != null) {
      known.note(file, hash);
    }
  }

  /** A program's names are for whoever reads the trace. */
  private static void keep(TraceHeader header, String key, Path file) {
    String hash = header.get(key + ".sha256", null);
    if (hash != null) {
      KeptPrograms.ofUser().keep(file, hash);
    }
  }

  /** The files as the traced run had them: a copy's name and permissions do not count. */
  private List<AddedFile> added(List<Path> files) {
    List<AddedFile> all = new ArrayList<>();
    for (Path file : files) {
      String key = "guest.initrd-add." + all.size();
      AddedFile here = AddedFile.of(file);
      // Traces of old say neither.
      String name = header.get(key + ".name", here.name());
      String mode = header.get(key + ".mode", Integer.toOctalString(here.mode()));
      if (!mode.matches("[0-7]{3,4}")) {
        throw new UserException(
            Fault.BAD_DATA,
            "%s: %s.mode=%s in the header is no file mode".formatted(trace, key, mode));
      }
      all.add(new AddedFile(file, name, Integer.parseInt(mode, 8)));
    }
    return all;
  }

  private long number(String key, String otherwise) {
    String text = header.get(key, otherwise == null ? "" : otherwise);
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new UserException(
          Fault.BAD_DATA,
          text.isEmpty()
              ? "%s: its header has no %s, so it cannot be re-executed".formatted(trace, key)
              : "%s: %s=%s in the header is no number".formatted(trace, key, text),
          e);
    }
  }

  private Path one(GuestFileFinder finder, String key, String option, Path named)
      throws IOException {
    String hash = header.get(key + ".sha256", null);
    if (hash == null) {
      if (named != null) {
        throw new UserException(
            Fault.USAGE, option + " " + named + ": the traced run had none; leave it out");
      }
      return null;
    }
    return finder.find(key, hash, option, named, false);
  }

  private List<Path> several(GuestFileFinder finder, String key, String option, List<Path> named)
      throws IOException {
    List<Path> found = new ArrayList<>();
    for (int i = 0; header.get(key + i + ".sha256", null) != null; i++) {
      Path given = i < named.size() ? named.get(i) : null;
      String hash = header.get(key + i + ".sha256", null);
      boolean changed = header.get(key + i + ".persist", "").equals("true");
      found.add(finder.find(key + i, hash, option, given, changed));
    }
    if (named.size() > found.size()) {
      throw new UserException(
          Fault.USAGE,
          "%s is given %d times, the traced run had %d"
              .formatted(option, named.size(), found.size()));
    }
    return found;
  }
}
