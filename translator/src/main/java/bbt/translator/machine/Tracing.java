package bbt.translator.machine;

import bbt.packets.TraceHeader;
import bbt.packets.write.TraceWriter;
import bbt.ptg.guest.GuestIsa;
import bbt.ptg.image.GnuBuildId;
import bbt.ptg.symbols.ElfSymbols;
import bbt.ptg.symbols.SymbolTable;
import bbt.translator.boot.AddedFile;
import bbt.translator.boot.KernelFile;
import bbt.translator.config.MachineConfig;
import bbt.translator.config.TraceOptions;
import bbt.translator.trace.ContextRule;
import bbt.translator.trace.Recorder;
import bbt.translator.trace.RecordingSwitch;
import bbt.translator.trace.TraceScope;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Starts a recorder with the trace's header, which says what re-execution needs, and nothing of the
 * host.
 */
final class Tracing {
  private static final String BUSY =
      "another run is writing this file; choose another name or wait for its end";

  private Tracing() {}

  /**
   * Creates the trace file of a configuration that asks for one.
   *
   * @param rule the configuration's, after the choice that {@link TraceOptions.Context#AUTO} leaves
   * @param from instructions that are retired before the recording begins
   */
  static Recorder start(MachineConfig config, Parts parts, ContextRule rule, long from)
      throws IOException {
    TraceOptions options = config.trace();
    OutputStream out;
    try {
      out = options.file() != null ? create(options.file()) : options.stream().opening().open();
    } catch (IOException e) {
      throw new IOException("cannot write the trace " + options.name() + ": " + reason(e), e);
    }
    // The guest is about to change these files: their hashes are those of now.
    SortedMap<String, String> known = new TreeMap<>();
    hashDrives(known, config, true);
    if (from > 0) {
      known.put(TraceHeader.DROPPED, Long.toString(from));
    }
    boolean stack = rule == ContextRule.STACK; // what auto left to choose
    String context = stack ? rule.name() : config.trace().context().name();
    known.put("trace.context", context.toLowerCase(Locale.ROOT));
    return recorder(
        () -> open(parts.guest.isa(), config, known, out),
        parts,
        rule,
        config.trace().scope(),
        List.of());
  }

  /**
   * Opens the file for this run alone: it is locked until it is closed. Readers are not kept out.
   */
  private static OutputStream create(Path path) throws IOException {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      return Files.newOutputStream(path); // a device or a pipe: many may write to it
    }
    FileChannel channel =
        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (channel.tryLock() == null) {
        throw new IOException(BUSY);
      }
      channel.truncate(0);
      return Channels.newOutputStream(channel);
    } catch (OverlappingFileLockException e) {
      channel.close();
      throw new IOException(BUSY, e);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /**
   * Records a run anew whose header is known, to somewhere.
   *
   * @param header of the trace that was made of it
   * @param switches what the user did to it
   */
  static Recorder again(
      MachineConfig config,
      TraceHeader header,
      List<RecordingSwitch.ByHand> switches,
      OutputStream out,
      Parts parts,
      ContextRule rule) {
    return recorder(
        () ->
            new Recorder.Opened(
                new TraceWriter(out, header), names(KernelFile.read(config.kernel()))),
        parts,
        rule,
        TraceScope.of(header),
        switches);
  }

  private static Recorder recorder(
      Recorder.Opening opening,
      Parts parts,
      ContextRule rule,
      TraceScope scope,
      List<RecordingSwitch.ByHand> switches) {
    return new Recorder(
        parts.guest.isa(),
        opening,
        parts.guest.addressSpaces(parts.ram),
        parts.systems,
        rule,
        scope,
        switches);
  }

  private static SymbolTable names(KernelFile kernel) throws IOException {
    return kernel instanceof KernelFile.Elf e ? ElfSymbols.of(e.elf()) : SymbolTable.EMPTY;
  }

  private static void hashDrives(
      SortedMap<String, String> facts, MachineConfig config, boolean persistent)
      throws IOException {
    int number = 0;
    for (MachineConfig.DriveConfig d : config.drives()) {
      if (d.persist() == persistent) {
        file(facts, "guest.drive." + number, d.file());
        if (persistent) {
          facts.put("guest.drive." + number + ".persist", "true");
        }
      }
      number++;
    }
  }

  private static Recorder.Opened open(
      GuestIsa isa, MachineConfig config, SortedMap<String, String> known, OutputStream out)
      throws IOException {
    TraceOptions options = config.trace();
    SortedMap<String, String> facts = new TreeMap<>(known);
    facts.put("guest.isa", isa.name());
    file(facts, "guest.kernel", config.kernel());
    KernelFile kernel = KernelFile.read(config.kernel());
    String buildId =
        switch (kernel) {
          case KernelFile.Elf e -> e.elf().buildId();
          case KernelFile.Flat f -> GnuBuildId.find(f.bytes());
        };
    if (!buildId.isEmpty()) {
      facts.put("guest.kernel.build-id", buildId);
    }
    file(facts, "guest.initrd", config.initrd());
    int extra = 0;
    for (AddedFile added : config.initrdAdd()) {
      String key = "guest.initrd-add." + extra++;
      file(facts, key, added.file());
      facts.put(key + ".name", added.name());
      facts.put(key + ".mode", Integer.toOctalString(added.mode()));
    }
    if (config.program() != null) {
      file(facts, "guest.program", config.program().archive());
      int number = 0;
      for (Path each : config.program().files()) {
        String key = "guest.program.file." + number++;
        file(facts, key, each);
        facts.put(key + ".name", String.valueOf(each.getFileName()));
      }
    }
    file(facts, "guest.bios", config.bios());
    file(facts, "guest.dtb", config.dtb());
    hashDrives(facts, config, false);
    facts.put("guest.append", config.append());
    facts.put("machine.memory", Long.toString(config.memoryBytes()));
    facts.put("machine.harts", Integer.toString(config.harts()));
    if (config.harts() > 1) {
      facts.put("machine.quantum", Long.toString(config.quantum()));
      facts.put("machine.spin", config.spinsYield() ? "yields" : "stays");
    }
    if (config.network() != null) {
      facts.put("machine.network", "user");
      facts.put("machine.network.access", config.network().toString());
    }
    facts.put("machine.seed", Long.toString(config.seed()));
    facts.put("machine.rtc-base", Long.toString(config.rtcBase()));
    facts.put("machine.insns-per-second", Long.toString(config.insnsPerSecond()));
    facts.put("machine.time", config.time().name().toLowerCase(Locale.ROOT));
    facts.put("machine.kaslr", Boolean.toString(config.kaslr()));
    facts.put("machine.svade", Boolean.toString(config.softwarePageBits()));
    options.scope().tell(facts);
    facts.put("trace.mode", options.compact() ? "compact" : "raw");
    facts.put("trace.input", "notes");
    facts.put("trace.verify", Boolean.toString(options.verify()));
    if (options.ring() > 0) {
      facts.put("trace.ring", Long.toString(options.ring()));
    }
    TraceHeader header = new TraceHeader(facts);
    TraceWriter writer =
        options.ring() > 0
            ? TraceWriter.ring(options.file(), out, Tracing::create, header)
            : TraceWriter.beside(out, header);
    return new Recorder.Opened(writer, names(kernel));
  }

  private static String reason(IOException e) {
    return switch (e) {
      case java.nio.file.NoSuchFileException n -> "no such directory";
      case java.nio.file.AccessDeniedException a -> "permission denied";
      default -> String.valueOf(e.getMessage());
    };
  }

  private static void file(SortedMap<String, String> facts, String key, Path path)
      throws IOException {
    if (path == null) {
      return;
    }
    MessageDigest digest;
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] block = new byte[1 << 16];
      for (int n = in.read(block); n >= 0; n = in.read(block)) {
        digest.update(block, 0, n);
      }
    }
    facts.put(key + ".sha256", HexFormat.of().formatHex(digest.digest()));
  }
}
