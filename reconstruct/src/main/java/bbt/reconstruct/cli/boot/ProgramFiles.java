package bbt.reconstruct.cli.boot;

import bbt.ptg.Guests;
import bbt.ptg.image.DynamicLinks;
import bbt.ptg.image.ElfFile;
import bbt.ptg.image.ImageException;
import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.reconstruct.cli.warm.Caller;
import bbt.translator.program.ProgramArchive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The files that a program is brought into the guest with: itself, its dynamic linker and
 * libraries, and what the user adds.
 *
 * <p>A program stands in {@link #WORK}, with the files added to it; libraries where they are in the
 * sysroot. What is neither a path nor a file here is a command of the guest.
 */
final class ProgramFiles {
  /** The folder in the guest in which a program starts. */
  static final String WORK = "/work";

  private static final int PROGRAM_MODE = 0755;
  private static final int DATA_MODE = 0644;

  private static final String GUEST = Guests.DEFAULT.name();

  /** Debian's name of the guest in names of compilers and folders. */
  static final String TRIPLET = GUEST + "-linux-gnu";

  /** Folders of a sysroot in which a dynamic linker looks for libraries. */
  private static final List<String> LIBRARIES =
      List.of(
          "/lib/" + TRIPLET,
          "/usr/lib/" + TRIPLET,
          "/lib64/" + Guests.DEFAULT.abi(),
          "/usr/lib64/" + Guests.DEFAULT.abi(),
          "/lib",
          "/usr/lib");

  private static final String COMPILER =
      "; compile it with " + TRIPLET + "-gcc (Debian: apt install gcc-" + TRIPLET + ")";

  /** A file in the guest. */
  private record Guest(Path from, int mode, byte[] content) {}

  private final Caller caller;
  private final Path sysroot;
  private final Map<String, Guest> files = new LinkedHashMap<>();

  /** ELF files, for their names. */
  private final List<Path> programs = new ArrayList<>();

  /**
   * @param sysroot folder with the guest's dynamic linker and libraries
   */
  ProgramFiles(Caller caller, Path sysroot) {
    this.caller = caller;
    this.sysroot = sysroot;
  }

  /** The ELF files among them. */
  List<Path> programs() {
    return List.copyOf(programs);
  }

  /**
   * Adds what the user asks for.
   *
   * @param what {@code FILE} or {@code FILE:PATH}, the path in the guest; a folder comes with all
   *     that is in it
   */
  void add(String what) throws IOException {
    Path file = caller.path(what);
    String to = WORK + "/" + file.getFileName();
    int colon = what.lastIndexOf(':');
    if (!Files.exists(file) && colon > 0) {
      file = caller.path(what.substring(0, colon));
      to = what.substring(colon + 1);
      to = to.startsWith("/") ? to : WORK + "/" + to;
      to = to.endsWith("/") ? to + file.getFileName() : to;
    }
    if (!Files.exists(file)) {
      throw new UserException(Fault.NO_INPUT, "--add " + what + ": no such file");
    }
    if (!Files.isDirectory(file)) {
      put(to, file);
      return;
    }
    List<Path> all;
    try (var tree = Files.walk(file)) {
      all = tree.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path each : all) {
      put(to + "/" + file.relativize(each), each);
    }
  }

  private void put(String to, Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    put(to, file, content, Files.isExecutable(file) ? PROGRAM_MODE : DATA_MODE);
    if (ElfFile.isElf(content)) {
      programs.add(file);
      libraries(to, file, content);
    }
  }

  private void put(String to, Path file, byte[] content, int mode) {
    files.put(Path.of(to).normalize().toString(), new Guest(file, mode, content));
  }

  /**
   * Adds the program.
   *
   * @return where it is in the guest
   */
  String program(String name) throws IOException {
    Path file = caller.path(name);
    boolean here = Files.isRegularFile(file);
    if (!here && name.indexOf('/') < 0) {
      return "/bin/" + name;
    }
    if (!here) {
      if (files.containsKey(Path.of(WORK).resolve(name).normalize().toString())
          || name.startsWith("/")) {
        return Path.of(WORK).resolve(name).normalize().toString(); // the guest's, or added
      }
      throw new UserException(
          Fault.NO_INPUT,
          name + (Files.exists(file) ? ": a folder, no program" : ": no such file"));
    }
    byte[] content = Files.readAllBytes(file);
    if (!ElfFile.isElf(content)
        && !(content.length > 2 && content[0] == '#' && content[1] == '!')) {
      throw new UserException(
          Fault.BAD_DATA,
          name + ": neither an ELF program nor a script that says by #! what executes it");
    }
    String to = WORK + "/" + file.getFileName();
    put(to, file, content, PROGRAM_MODE);
    if (ElfFile.isElf(content)) {
      programs.add(file);
      libraries(to, file, content);
    }
    return to;
  }

  // ---- libraries

  private void libraries(String to, Path file, byte[] content) throws IOException {
    DynamicLinks links;
    try {
      if (content.length > 4 && content[4] != 2) {
        throw other(file, "a 32-bit machine");
      }
      links = DynamicLinks.read(file.toString(), content);
    } catch (ImageException e) {
      throw new UserException(Fault.BAD_DATA, e.getMessage(), e);
    }
    if (links.machine() != Guests.DEFAULT.elfMachine()) {
      throw other(file, "another machine (" + ElfFile.machineName(links.machine()) + ")");
    }
    if (!links.interpreter().isEmpty() && !files.containsKey(links.interpreter())) {
      Path linker = inSysroot(links.interpreter());
      if (linker == null) {
        linker = inSysroot("/usr" + links.interpreter()); // as Debian's packages have it
      }
      if (linker == null) {
        throw new UserException(
            Fault.NO_INPUT,
            file
                + ": its dynamic linker "
                + links.interpreter()
                + " is not in "
                + sysroot
                + "; name another folder with --sysroot, or link it with -static");
      }
      library(links.interpreter(), linker);
    }
    for (String name : links.needed()) {
      library(Path.of(to).getParent(), file, name, links.runPath());
    }
  }

  private static UserException other(Path file, String machine) {
    return new UserException(
        Fault.BAD_DATA, file + ": a program for " + machine + ", the guest is " + GUEST + COMPILER);
  }

  private Path inSysroot(String path) {
    Path file = sysroot.resolve(path.substring(1));
    return Files.isRegularFile(file) ? file : null;
  }

  /**
   * Adds a library.
   *
   * @param origin the folder of who needs it, in the guest
   * @param of who needs it, here
   */
  private void library(Path origin, Path of, String name, List<String> runPath) throws IOException {
    if (name.startsWith("/")) {
      Path file = inSysroot(name);
      if (file != null && !files.containsKey(name)) {
        library(name, file);
      }
      return;
    }
    for (String folder : runPath) {
      // Beside who needs it, in the guest as here.
      Path beside = of.toAbsolutePath().getParent();
      String its = folder.replace("${ORIGIN}", "$ORIGIN");
      if (its.startsWith("$ORIGIN")) {
        Path file = beside.resolve("." + its.substring("$ORIGIN".length())).resolve(name);
        String to =
            Path.of(origin + its.substring("$ORIGIN".length()))
                .resolve(name)
                .normalize()
                .toString();
        if (Files.isRegularFile(file)) {
          if (!files.containsKey(to)) {
            library(to, file.normalize());
          }
          return;
        }
      } else if (its.startsWith("/") && inSysroot(its + "/" + name) != null) {
        if (!files.containsKey(its + "/" + name)) {
          library(its + "/" + name, inSysroot(its + "/" + name));
        }
        return;
      }
    }
    for (String folder : LIBRARIES) {
      String to = folder + "/" + name;
      if (files.containsKey(to)) {
        return;
      }
      Path file = inSysroot(to);
      if (file != null) {
        library(to, file);
        return;
      }
    }
    boolean added = files.keySet().stream().anyMatch(path -> path.endsWith("/" + name));
    if (!added) {
      throw new UserException(
          Fault.NO_INPUT,
          of
              + ": its library "
              + name
              + " is not in "
              + sysroot
              + "; name another folder with --sysroot, or bring the file in with --add FILE:/lib/"
              + name);
    }
  }

  private void library(String to, Path file) throws IOException {
    byte[] content = Files.readAllBytes(file);
    put(to, file, content, PROGRAM_MODE);
    programs.add(file);
    libraries(to, file, content);
  }

  /**
   * Builds the archive of all files, and the command.
   *
   * @param program from {@link #program}
   * @param words the command's words; the first one is the program as the user names it
   * @param environment variables, {@code NAME=VALUE}
   */
  byte[] archive(String program, List<String> words, List<String> environment) {
    ProgramArchive archive = new ProgramArchive();
    TreeSet<String> folders = new TreeSet<>(List.of(WORK));
    for (String path : files.keySet()) {
      for (Path up = Path.of(path).getParent(); up.getNameCount() > 0; up = up.getParent()) {
        folders.add(up.toString());
      }
    }
    folders.forEach(archive::folder);
    files.forEach((path, file) -> archive.file(path, file.mode, file.content));
    words.forEach(archive::argument);
    environment.forEach(archive::variable);
    return archive.standIn(WORK).execute(program);
  }
}
