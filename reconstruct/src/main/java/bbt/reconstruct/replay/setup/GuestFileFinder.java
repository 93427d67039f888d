package bbt.reconstruct.replay.setup;

import bbt.reconstruct.basics.Fault;
import bbt.reconstruct.basics.UserException;
import bbt.translator.boot.GuestSample;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Finds guest files by their SHA-256: those the user named, those that were seen before (recording
 * notes them), those of samples, those in folders the user named.
 */
final class GuestFileFinder {
  private static final String COPY = "a copy of it from before the run is needed";

  private final KnownFiles known;
  private final List<Path> folders;
  private final List<String> missing = new ArrayList<>();
  private List<Path> candidates;

  /**
   * @param folders where to look for what is not known, four levels deep
   */
  GuestFileFinder(KnownFiles known, List<Path> folders) {
    this.known = known;
    this.folders = folders;
  }

  /**
   * The file with a hash.
   *
   * @param what its name in the trace's header, such as {@code guest.kernel}
   * @param option where the user may name it
   * @param named what the user named, or null
   * @param changed whether the run has changed the file since
   * @return null when it is not found; {@link #complain} says so
   */
  Path find(String what, String hash, String option, Path named, boolean changed)
      throws IOException {
    String why = changed ? ": the run was given ',persist' and wrote to it; " + COPY : "";
    if (named != null) {
      String its = known.hash(named);
      if (!its.equals(hash)) {
        throw new UserException(
            Fault.BAD_DATA,
            "%s %s is not the file that was traced: its SHA-256 is %s, %s has %s%s"
                .formatted(option, named, abbreviated(its), what, abbreviated(hash), why));
      }
      return named;
    }
    Set<Path> seen = known.find(hash);
    if (!seen.isEmpty()) {
      return seen.iterator().next();
    }
    for (Path candidate : candidates()) {
      if (has(candidate, hash)) {
        return candidate;
      }
    }
    missing.add("%s with SHA-256 %s (%s FILE%s)".formatted(what, abbreviated(hash), option, why));
    return null;
  }

  private boolean has(Path candidate, String hash) throws IOException {
    try {
      return known.hash(candidate).equals(hash);
    } catch (NoSuchFileException e) {
      return false; // another process makes a sample, or replaces one
    }
  }

  private static String abbreviated(String hash) {
    return hash.length() > 16 ? hash.substring(0, 16) + "..." : hash;
  }

  /**
   * Says what was not found, in one line.
   *
   * @throws UserException if anything was not
   */
  void complain() {
    if (!missing.isEmpty()) {
      throw new UserException(
          Fault.NO_INPUT,
          "re-execution needs the guest's files, and cannot find "
              + String.join(", ", missing)
              + "; name them, or a folder that has them with --guest-files DIR");
    }
  }

  private List<Path> candidates() throws IOException {
    if (candidates == null) {
      Set<Path> all = new LinkedHashSet<>();
      for (GuestSample sample : ServiceLoader.load(GuestSample.class)) {
        if (sample.embedded()) {
          all.add(sample.prepare(line -> {}).kernel());
        }
      }
      for (Path folder : folders) {
        walk(folder, all);
      }
      candidates = List.copyOf(all);
    }
    return candidates;
  }

  private static void walk(Path folder, Set<Path> all) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    SortedSet<Path> here = new TreeSet<>();
    Files.walkFileTree(
        folder,
        Set.of(),
        4,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (Files.isRegularFile(file) && Files.isReadable(file)) {
              here.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            return gone(e);
          }

          @Override
          public FileVisitResult postVisitDirectory(Path each, IOException e) throws IOException {
            return gone(e);
          }

          /** What another process deletes meanwhile is not there. */
          private FileVisitResult gone(IOException e) throws IOException {
            if (e != null && !(e instanceof NoSuchFileException)) {
              throw e;
            }
            return FileVisitResult.CONTINUE;
          }
        });
    all.addAll(here);
  }
}
