package bbt.reconstruct.names;

import bbt.packets.Chunk;
import bbt.packets.NoteKeys;
import bbt.packets.SidebandRecord;
import bbt.packets.TraceReader;
import bbt.ptg.guest.GuestIsa;
import bbt.reconstruct.trace.KernelId;
import bbt.reconstruct.trace.RecordOrder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Finds the pages of the executed code that are code of the binaries given with a trace: found by
 * comparing what the trace announces with the files, before anything is walked.
 *
 * <p>An address says nothing: programs that are not position-independent all use the same ones, and
 * the number of an address space is used again for another process. So the mappings are sorted into
 * <em>images</em>: what one address space shows from one exec or fork to the next. Of each image is
 * known which of its pages were executed, and what stood there. A binary belongs to an image if all
 * that was executed there at its addresses is its code, but for a debugger's breakpoints: two
 * programs may differ in one instruction. Then all those pages hold it, else none does. A page is
 * the physical one as it is seen at a virtual one, while it is one program's (its <em>tenant</em>):
 * it is the same for all processes of a program. The guest may give it to another program later:
 * from when an image shows a page first, it is that image's program's.
 *
 * <p>Where nothing is translated there is one image for the whole trace, and no process to be taken
 * for another: there, as of a kernel, code may be patched or loaded over.
 */
final class BinaryPages {
  private static final long PAGE = 4096;

  /** Fewer halfwords of a page may be those of many programs. */
  private static final int TELLING = 12;

  /** All but one in so many parts of what was executed untranslated must be a program's code. */
  private static final int TOLERANCE = 10;

  private static final int[] NONE = {};

  /** The most address spaces that a message names. */
  private static final int NAMED = 8;

  /** A physical page as it is seen at a virtual one. */
  private record Shown(long virtualPage, long physicalPage) {}

  /**
   * A binary's code in a page.
   *
   * @param bias how far above its place in the file it is
   * @param whole whether all that is executed in the page is its code (or a breakpoint in it), so
   *     that nothing need be compared again
   */
  record Found(BinaryCode code, long bias, boolean whole) {}

  /** The numbers of executed halfwords that are the binary's, and that are not. */
  private static final class Agreement {
    long agree;
    long differ;

    void add(Agreement other) {
      agree += other.agree;
      differ += other.differ;
    }

    /** Whether most of it agrees: enough for a kernel, which patches itself. */
    boolean most() {
      return agree > differ;
    }

    /** Whether all of it agrees: required of a program. */
    boolean exact() {
      return agree > 0 && differ == 0;
    }

    /** Whether nearly all of it agrees: required of a program that runs untranslated. */
    boolean nearlyAll() {
      return agree > 0 && differ * TOLERANCE <= agree + differ;
    }
  }

  /**
   * When a page is shown.
   *
   * @param place in the order of the trace's records
   */
  private record Start(long place, long clock, Image image, Shown shown) {}

  /**
   * The owners of a page over time.
   *
   * @param since clocks, ascending, the first one 0
   * @param owners from each of them on; null: no binary's
   */
  private record Tenants(long[] since, Found[] owners) {
    /** The most tenants of a page that an address has room for; later ones are nobody's. */
    static final int MOST = 4096;

    int at(long clock) {
      int found = Arrays.binarySearch(since, clock);
      return found >= 0 ? found : -found - 2;
    }
  }

  /** The pages that one address space shows between two execs or forks. */
  private static final class Image {
    final int addressSpace;

    /** The image's pages, and when each was shown first. */
    final Map<Shown, Start> pages = new LinkedHashMap<>();

    /** Where the next image of this address space begins. */
    long until = Long.MAX_VALUE;

    Image(int addressSpace) {
      this.addressSpace = addressSpace;
    }
  }

  private final List<BinaryCode> binaries;
  private final ShownPages shownPages = new ShownPages();
  private final List<Image> images = new ArrayList<>();
  private final Map<Integer, Image> present = new HashMap<>();

  /** The contents of each physical page. */
  private final Map<Long, PageContents> contents = new HashMap<>();

  /** By physical page: the virtual ones that showed it. */
  private final Map<Long, Set<Long>> shownAt = new HashMap<>();

  /** How far above its place in the file a page holds the code of a binary that moves. */
  private final Map<BinaryCode, Map<Shown, Long>> recognized = new HashMap<>();

  /**
   * What stood in pages that were like none of the binaries', by physical page: of a program that
   * makes code, some change each moment.
   */
  private final Map<Long, int[]> strange = new HashMap<>();

  /** By image: whose code its pages hold. */
  private final Map<Image, Map<Shown, Found>> verdicts = new IdentityHashMap<>();

  /** By physical page: when it was shown, in that order. */
  private final Map<Long, List<Start>> starts = new HashMap<>();

  private final Map<Shown, Tenants> tenants = new HashMap<>();

  /** When a page becomes another program's, ascending. */
  private long[] moves = {};

  private final Map<BinaryCode, Set<Long>> biases = new HashMap<>();

  /** Address spaces that executed something else at a binary's addresses. */
  private final Map<BinaryCode, Set<Integer>> elsewhere = new HashMap<>();

  /** When a process began a program of which nothing said yet in which address space; or -1. */
  private long begins = -1;

  /** Clock of the last mapping of a user page, and that mapping. */
  private long mappedAt = -1;

  private SidebandRecord.Mapping mapped;

  /** The number of records read so far. */
  private long place;

  private BinaryPages(List<BinaryCode> binaries) {
    this.binaries = binaries;
  }

  /** Knows no binary. */
  static BinaryPages none() {
    return new BinaryPages(List.of());
  }

  /**
   * Compares the trace's code with binaries.
   *
   * @param reader of its own: it is left at the trace's end
   * @throws WrongBinaryException if one of the binaries is not what was traced
   */
  static BinaryPages find(TraceReader reader, List<BinaryCode> binaries, KernelId traced)
      throws IOException {
    BinaryPages pages = new BinaryPages(binaries);
    if (binaries.isEmpty()) {
      return pages;
    }
    RecordOrder order = new RecordOrder(reader.harts(), pages::add);
    for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
      order.add(chunk);
      if (chunk instanceof Chunk.Sideband sideband && !sideband.checkpoint()) {
        pages.recognize(sideband.records());
      }
    }
    order.finish();
    pages.physical();
    pages.place(binaries.stream().filter(code -> !code.kernel).toList());
    pages.settle();
    for (BinaryCode code : binaries) {
      pages.check(code, traced);
    }
    pages.forget();
    return pages;
  }

  // ---- what the trace says

  private void add(long clock, SidebandRecord item) {
    place++;
    switch (item) {
      case SidebandRecord.Mapping m -> {
        boolean user = m.addressSpace() > 0 && m.virtualPage() >= 0;
        if (user && begins >= 0) {
          end(m.addressSpace());
          shownPages.begin(m.addressSpace(), begins);
          begins = -1;
        }
        shownPages.add(clock, m);
        show(clock, m);
        if (user) {
          mappedAt = clock;
          mapped = m;
        }
      }
      case SidebandRecord.Code code ->
          contents.computeIfAbsent(code.line() & -PAGE, k -> new PageContents()).add(place, code);
      case SidebandRecord.Note note -> {
        boolean more = note.value().contains(" +"); // a library, mapped by the same program
        if (note.key().equals(NoteKeys.USER_IMAGES) && !more) {
          // Its first page is mapped at this very count, or later if it has to be loaded.
          begins = mappedAt != clock ? clock : -1;
          if (begins < 0) {
            end(mapped.addressSpace());
            show(clock, mapped);
          }
        }
      }
      default -> {
        // Names and time are no code.
      }
    }
  }

  private void end(int addressSpace) {
    Image ended = present.remove(addressSpace);
    if (ended != null) {
      ended.until = place;
    }
  }

  private void show(long clock, SidebandRecord.Mapping m) {
    Shown shown = new Shown(m.virtualPage(), m.physicalPage());
    Image image =
        present.computeIfAbsent(
            m.addressSpace(),
            space -> {
              Image its = new Image(space);
              images.add(its);
              return its;
            });
    Start start = new Start(place, clock, image, shown);
    if (image.pages.putIfAbsent(shown, start) == null) {
      starts.computeIfAbsent(shown.physicalPage, k -> new ArrayList<>()).add(start);
    }
  }

  /** Looks which pages of the binaries that move those are that have just changed. */
  private void recognize(List<SidebandRecord> records) {
    if (binaries.stream().noneMatch(code -> code.movable)) {
      return;
    }
    Set<Long> changed = new HashSet<>();
    for (SidebandRecord item : records) {
      if (item instanceof SidebandRecord.Mapping m) {
        // Before it is shown elsewhere or holds something else.
        shownAt.computeIfAbsent(m.physicalPage(), k -> new LinkedHashSet<>()).add(m.virtualPage());
        changed.add(m.physicalPage());
      } else if (item instanceof SidebandRecord.Code code) {
        changed.add(code.line() & -PAGE);
      }
    }
    changed.forEach(this::recognize);
  }

  private void recognize(long physicalPage) {
    Set<Long> virtualPages = shownAt.get(physicalPage);
    // The kernel's own view of its memory is no program's.
    if (virtualPages == null || virtualPages.stream().allMatch(page -> page < 0)) {
      return;
    }
    int[] halfwords = contents.containsKey(physicalPage) ? contents.get(physicalPage).now() : NONE;
    long count = Arrays.stream(halfwords).filter(value -> value >= 0).count();
    if (count < TELLING || isStillStrange(physicalPage, halfwords)) {
      return;
    }
    boolean many = false;
    for (BinaryCode code : binaries) {
      long page = code.movable ? code.pageLike(halfwords) : BinaryCode.NO_PAGE;
      many |= page == BinaryCode.MANY_PAGES;
      if (page >= 0) {
        for (long virtualPage : virtualPages) {
          if (virtualPage >= 0) {
            recognized
                .computeIfAbsent(code, k -> new HashMap<>())
                .put(new Shown(virtualPage, physicalPage), virtualPage - page);
          }
        }
        return;
      }
    }
    if (!many) {
      strange.put(physicalPage, halfwords.clone());
    }
  }

  /** Whether a page was like none of the binaries' before, and what stood in it still does. */
  private boolean isStillStrange(long physicalPage, int[] halfwords) {
    int[] before = strange.get(physicalPage);
    return before != null && PageContents.hasGrown(before, halfwords);
  }

  /** Shows each page where it is: without translation. */
  private void physical() {
    Image image = new Image(0);
    for (long page : contents.keySet()) {
      Shown shown = new Shown(page, page);
      image.pages.put(shown, new Start(0, 0, image, shown));
    }
    images.add(image);
  }

  // ---- what it means

  /**
   * A binary that may belong to an image, and what stood in the pages that its code would be in.
   */
  private record Candidate(
      BinaryCode code, long bias, Image image, Map<Shown, Agreement> pages, Agreement all) {}

  /** One page may be in hundreds of images. */
  private record Compared(
      BinaryCode code, long bias, long virtualPage, PageContents.Version version) {}

  private List<PageContents.Version> versions(Image image, Shown shown) {
    PageContents its = contents.get(shown.physicalPage);
    return its == null
        ? List.of()
        : its.all(image.pages.get(shown).place, Math.min(image.until, taken(image, shown, its)));
  }

  /**
   * When a page is no more what an image shows: the guest has given it to another program. That one
   * shows it elsewhere, or something else is executed in it then. Nothing says when a process ends.
   */
  private long taken(Image image, Shown shown, PageContents its) {
    long from = image.pages.get(shown).place;
    if (image.addressSpace > 0) {
      for (Start other : starts.get(shown.physicalPage)) {
        boolean elsewhere = other.shown.virtualPage != shown.virtualPage;
        if (other.image != image
            && other.image.addressSpace > 0
            && other.place > from
            && (elsewhere || other.place <= its.lastChange())) {
          return other.place;
        }
      }
    }
    return Long.MAX_VALUE;
  }

  /** Where code may be patched or loaded over: what the page held before or later is not it. */
  private static Agreement best(List<Agreement> versions) {
    Agreement most = new Agreement();
    Agreement all = new Agreement();
    for (Agreement one : versions) {
      all.add(one);
      if (one.most()) {
        most.add(one);
      }
    }
    return most.agree > 0 ? most : all;
  }

  private static Agreement agreement(Compared what) {
    Agreement all = new Agreement();
    long from = what.virtualPage - what.bias;
    int[] halfwords = what.version.halfwords();
    for (int i = 0; i < halfwords.length; i++) {
      int its = what.code.halfword(from + 2L * (halfwords[i] >>> 16));
      if (its == (halfwords[i] & 0xFFFF)) {
        all.agree++;
      } else if (what.code.kernel ? its >= 0 : its < 0 || !isBreak(what.code.guest, halfwords, i)) {
        all.differ++; // a kernel is in several pieces
      }
    }
    return all;
  }

  /** Whether a halfword is of a breakpoint, which stands where an instruction of its length was. */
  private static boolean isBreak(GuestIsa guest, int[] halfwords, int i) {
    for (int bits : guest.breakpoints()) {
      boolean there =
          guest.length(bits) == 2
              ? (halfwords[i] & 0xFFFF) == bits
              : are(halfwords, i, bits) || are(halfwords, i - 1, bits);
      if (there) {
        return true;
      }
    }
    return false;
  }

  /** Whether two halfwords are an instruction. */
  private static boolean are(int[] halfwords, int i, int bits) {
    return i >= 0
        && (halfwords[i] & 0xFFFF) == (bits & 0xFFFF)
        && follows(halfwords, i, bits >>> 16);
  }

  private static boolean follows(int[] halfwords, int i, int value) {
    return i + 1 < halfwords.length
        && halfwords[i + 1] == ((halfwords[i] >>> 16) + 1 << 16 | value);
  }

  private Candidate candidate(
      BinaryCode code, long bias, Image image, Map<Compared, Agreement> compared) {
    Map<Shown, Agreement> pages = new LinkedHashMap<>();
    Agreement all = new Agreement();
    for (Shown shown : image.pages.keySet()) {
      if (code.reaches(shown.virtualPage - bias)) {
        List<Agreement> each = new ArrayList<>();
        for (PageContents.Version version : versions(image, shown)) {
          Compared what = new Compared(code, bias, shown.virtualPage, version);
          each.add(compared.computeIfAbsent(what, BinaryPages::agreement));
        }
        Agreement its = image.addressSpace == 0 ? best(each) : sum(each);
        pages.put(shown, its);
        all.add(its);
      }
    }
    return new Candidate(code, bias, image, pages, all);
  }

  private static Agreement sum(List<Agreement> versions) {
    Agreement all = new Agreement();
    versions.forEach(all::add);
    return all;
  }

  /** Finds the pages that hold code of programs and libraries. */
  private void place(List<BinaryCode> programs) {
    Map<Compared, Agreement> compared = new HashMap<>();
    List<Candidate> candidates = new ArrayList<>();
    for (Image image : images) {
      for (BinaryCode code : programs) {
        for (long bias : biases(code, image)) {
          candidates.add(candidate(code, bias, image, compared));
        }
      }
    }
    // Of two builds of one program that were given and agree, the first one; untranslated, the one
    // with the fewest differences.
    candidates.sort(Comparator.comparingLong(each -> each.all.differ));
    for (Candidate each : candidates) {
      boolean untranslated = each.image.addressSpace == 0;
      if (untranslated ? each.all.nearlyAll() : each.all.exact()) {
        each.pages.forEach(
            (shown, agreement) -> {
              if (!untranslated || agreement.differ == 0 || agreement.most()) {
                Found here = new Found(each.code, each.bias, !untranslated);
                Map<Shown, Found> its = verdicts.computeIfAbsent(each.image, k -> new HashMap<>());
                if (its.putIfAbsent(shown, here) == null) {
                  biases.computeIfAbsent(each.code, k -> new LinkedHashSet<>()).add(each.bias);
                }
              }
            });
      } else if (each.all.differ > 0) {
        elsewhere.computeIfAbsent(each.code, k -> new TreeSet<>()).add(each.image.addressSpace);
      }
    }
  }

  /** Says of each page whose it is, and when. */
  private void settle() {
    Map<Shown, List<Start>> all = new LinkedHashMap<>();
    for (Image image : images) {
      for (Start start : image.pages.values()) {
        all.computeIfAbsent(start.shown, k -> new ArrayList<>()).add(start);
      }
    }
    Set<Long> clocks = new TreeSet<>();
    all.forEach(
        (shown, its) -> {
          its.sort(Comparator.comparingLong(Start::place));
          Tenants settled = tenants(its);
          if (settled.owners.length > 1 || settled.owners[0] != null) {
            tenants.put(shown, settled);
          }
          Arrays.stream(settled.since).skip(1).forEach(clocks::add);
        });
    moves = clocks.stream().mapToLong(Long::longValue).toArray();
  }

  private Tenants tenants(List<Start> shown) {
    List<Long> since = new ArrayList<>();
    List<Found> owners = new ArrayList<>();
    for (Start start : shown) {
      Found owner = verdicts.getOrDefault(start.image, Map.of()).get(start.shown);
      int last = owners.size() - 1;
      boolean full = last + 1 == Tenants.MOST;
      if (full) {
        owners.set(last, null);
      } else if (last < 0 || !Objects.equals(owners.get(last), owner)) {
        since.add(last < 0 ? 0 : start.clock);
        owners.add(owner);
      }
    }
    return new Tenants(
        since.stream().mapToLong(Long::longValue).toArray(), owners.toArray(Found[]::new));
  }

  private Set<Long> biases(BinaryCode code, Image image) {
    if (!code.movable) {
      return Set.of(0L);
    }
    Map<Shown, Long> its = recognized.getOrDefault(code, Map.of());
    Set<Long> all = new LinkedHashSet<>();
    image.pages.keySet().stream().filter(its::containsKey).map(its::get).forEach(all::add);
    return all;
  }

  /**
   * Looks whether a binary is what was traced.
   *
   * @throws WrongBinaryException if it is not
   */
  private void check(BinaryCode code, KernelId traced) throws WrongBinaryException {
    if (code.optional || biases.containsKey(code)) {
      return;
    }
    String its = code.file + ": ";
    String id = "its code (build-id " + (code.buildId.isEmpty() ? "none" : code.buildId) + ") ";
    Set<Integer> others = elsewhere.getOrDefault(code, Set.of());
    if (code.kernel && isTraced(code)) {
      return;
    }
    if (code.kernel || !others.isEmpty()) {
      its +=
          id
              + "is not what ran at its addresses (traced kernel: build-id "
              + (traced.isKnown() ? traced.best() : "not recorded")
              + ")"
              + (code.kernel ? "" : ": other code ran there in " + spaces(others));
    } else {
      its += "none of " + id + "ran anywhere in this trace";
    }
    throw new WrongBinaryException(its + "; give the binaries that were traced");
  }

  /**
   * Whether the trace executed this kernel: most of what ran at its addresses is its code. Not all
   * of it is, since a kernel patches itself. Of a kernel with the right build-id nothing need have
   * run: a debug file has no code, and a part of a trace may have none of the kernel.
   */
  private boolean isTraced(BinaryCode kernel) {
    Agreement all = new Agreement();
    Set<Shown> pages = new HashSet<>();
    images.forEach(image -> pages.addAll(image.pages.keySet()));
    for (Shown shown : pages) {
      PageContents its = contents.get(shown.physicalPage);
      if (its != null && kernel.reaches(shown.virtualPage)) {
        all.add(
            best(
                its.all().stream()
                    .map(version -> new Compared(kernel, 0, shown.virtualPage, version))
                    .map(BinaryPages::agreement)
                    .toList()));
      }
    }
    return kernel.proven && all.differ == 0 || all.most();
  }

  private static String spaces(Set<Integer> all) {
    String some = all.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(", "));
    int more = all.size() - NAMED;
    return (all.size() == 1 ? "address space " : "address spaces ")
        + some
        + (more > 0 ? " and " + more + " more" : "");
  }

  /** Forgets what was needed to find out. */
  private void forget() {
    images.clear();
    verdicts.clear();
    starts.clear();
    present.clear();
    contents.clear();
    shownAt.clear();
    recognized.clear();
    strange.clear();
    elsewhere.clear();
  }

  // ---- what is known then

  /**
   * Returns the binary whose code is executed in a page.
   *
   * @param address virtual
   * @param page that is shown there: {@link bbt.reconstruct.walk.graph.Step#page}
   * @return null if no binary's is
   */
  Found at(long address, long page) {
    Tenants its = page < 0 ? null : tenants.get(new Shown(address & -PAGE, page & -PAGE));
    return its == null ? null : its.owners[(int) (page & PAGE - 1)];
  }

  /**
   * The page that an address space shows at an address, at a clock; {@link ShownPages#UNKNOWN}
   * where no binary is known, too.
   */
  long page(int addressSpace, long address, long clock) {
    ShownPages.Mapped its = tenants.isEmpty() ? null : shownPages.at(addressSpace, address, clock);
    if (its == null) {
      return ShownPages.UNKNOWN;
    }
    long physicalPage = its.physicalPage();
    // Before it was mapped, it may have been another program's.
    return physicalPage | tenant(address & -PAGE, physicalPage, Math.max(clock, its.clock()));
  }

  /** {@link bbt.reconstruct.walk.graph.FunctionMap#tenant}. */
  int tenant(long virtualPage, long physicalPage, long clock) {
    Tenants its = tenants.isEmpty() ? null : tenants.get(new Shown(virtualPage, physicalPage));
    return its == null ? 0 : its.at(clock);
  }

  /** {@link bbt.reconstruct.walk.graph.FunctionMap#nextTenant}. */
  long nextTenant(long clock) {
    int found = Arrays.binarySearch(moves, clock + 1);
    int index = found >= 0 ? found : -found - 1;
    return index < moves.length ? moves[index] : Long.MAX_VALUE;
  }

  /** The number of tenants that a page has had; at least one. */
  int tenants(long address, long physicalPage) {
    Tenants its = tenants.get(new Shown(address & -PAGE, physicalPage));
    return its == null ? 1 : its.owners.length;
  }

  /** Distances above its places in the file at which a binary's code was executed, each once. */
  Set<Long> biases(BinaryCode code) {
    return biases.getOrDefault(code, Set.of());
  }

  /** The pages that hold a binary's code at a virtual address. */
  Set<Long> pages(BinaryCode code, long address) {
    Set<Long> all = new LinkedHashSet<>();
    tenants.forEach(
        (shown, its) -> {
          for (int i = 0; i < its.owners.length; i++) {
            if (shown.virtualPage == (address & -PAGE)
                && its.owners[i] != null
                && its.owners[i].code == code) {
              all.add(shown.physicalPage | i);
            }
          }
        });
    return all;
  }
}
