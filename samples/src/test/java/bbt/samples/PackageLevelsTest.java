package bbt.samples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The levels inside the modules (docs/architecture.md, "Packages"): the list, as a test. */
final class PackageLevelsTest {
  /** What shows something to the user; none of them knows another. */
  private static final List<String> VIEWS =
      List.of("report", "html", "diff", "export", "listing", "query", "step", "gdb");

  private static final String COMMANDS = "bbt.reconstruct.cli..";

  private static final String SAMPLE_COMMANDS = "bbt.samples.cli..";

  /** What belongs to one guest architecture. */
  private static final String[] ROOMS = {
    "bbt.ptg.riscv..",
    "bbt.ptg.asm..",
    "bbt.translator.riscv..",
    "bbt.ptg.arm64..",
    "bbt.translator.arm64.."
  };

  /** Who may look into rooms: the two lists of guests. */
  private static final String LISTS =
      "bbt\\.(ptg\\.Guests|translator\\.machine\\.Architectures)([$].*)?";

  /**
   * The order of each module's packages, with those inside of them: those of a line use each other
   * and lines before, in any way that is no circle.
   */
  private static final Map<String, List<String>> ORDER =
      Map.of(
          "bbt.packets",
          List.of(
              "bytes", // what everything is made of
              ".", "write"),
          "bbt.ptg",
          List.of(
              "guest", // what is true of every guest
              "riscv arm64",
              ".", // the list of guests
              "asm image",
              "symbols dwarf"),
          "bbt.translator",
          List.of(
              "boot fdt ir log state", // use nothing of the machine
              "hart device lift opt",
              "memory debug net",
              "code console mmu trace program", // what engines work on
              "engine codegen config region run",
              "guest linux", // what an architecture must give; what is known of one system
              "riscv arm64",
              "machine",
              "lockstep"),
          "bbt.reconstruct",
          List.of(
              "basics cache cost memory",
              "walk",
              "trace names linux select edit interchange", // traces as a whole
              "stack",
              "map cursor", // places in a trace
              "profile boot code page analysis",
              "replay",
              "report html diff export listing query step gdb", // the views
              "cli"),
          "bbt.samples",
          List.of("guests", "conformance", "bench", "cli"));

  private final JavaClasses all = AllClasses.OF_BBT;

  @Test
  void packagesOfAModuleUseThoseBeforeThem() {
    Set<String> wrong = new TreeSet<>();
    for (JavaClass each : all) {
      String module = module(each);
      int place = place(module, each);
      each.getDirectDependenciesFromSelf().stream()
          .map(Dependency::getTargetClass)
          .filter(to -> to.getPackageName().startsWith("bbt.") && module(to).equals(module))
          .filter(to -> place(module, to) > place)
          .forEach(to -> wrong.add(each.getName() + " uses " + to.getName()));
    }
    assertEquals(Set.of(), wrong);
  }

  private static String module(JavaClass each) {
    return String.join(".", List.of(each.getPackageName().split("[.]")).subList(0, 2));
  }

  private static int place(String module, JavaClass each) {
    String inside = each.getPackageName().substring(module.length());
    String room = inside.isEmpty() ? "." : inside.split("[.]")[1];
    List<String> lines = ORDER.get(module);
    for (int i = 0; i < lines.size(); i++) {
      if (List.of(lines.get(i).split(" ")).contains(room)) {
        return i;
      }
    }
    throw new AssertionError(each.getPackageName() + " has no place in the order of " + module);
  }

  /** Each package is a slice, those of a module's name as well. */
  @Test
  void noPackagesUseEachOtherInACircle() {
    slices().matching("bbt.(**)").should().beFreeOfCycles().check(all);
  }

  /** Guests of the samples are programs of an architecture, so that module is left out. */
  @Test
  void onlyRoomsAndListsOfGuestsKnowAnArchitecture() {
    noClasses()
        .that()
        .resideOutsideOfPackages("bbt.samples..")
        .and()
        .resideOutsideOfPackages(ROOMS)
        .and()
        .haveNameNotMatching(LISTS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOMS)
        .check(all);
  }

  /** What two architectures share is true of every guest, and stands where that stands. */
  @Test
  void noArchitectureKnowsAnother() {
    String[] ours = {"bbt.ptg.arm64..", "bbt.translator.arm64.."};
    String[] others =
        Stream.of(ROOMS).filter(room -> !List.of(ours).contains(room)).toArray(String[]::new);
    noClasses()
        .that()
        .resideInAnyPackage(ours)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(others)
        .check(all);
    noClasses()
        .that()
        .resideInAnyPackage(others)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ours)
        .check(all);
  }

  /** A rule about a view that is not there fails, too. */
  @Test
  void noViewKnowsAnother() {
    for (String view : VIEWS) {
      String[] others =
          VIEWS.stream()
              .filter(v -> !v.equals(view))
              .map(PackageLevelsTest::inside)
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(inside(view))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(others)
          .check(all);
    }
  }

  @Test
  void whatViewsAreMadeFromKnowsNoView() {
    noClasses()
        .that()
        .resideInAPackage("bbt.reconstruct..")
        .and()
        .resideOutsideOfPackage(COMMANDS)
        .and()
        .resideOutsideOfPackages(views())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(views())
        .check(all);
  }

  @Test
  void onlyCommandsKnowOptionsAndExitCodes() {
    noClasses()
        .that()
        .resideOutsideOfPackages(COMMANDS, SAMPLE_COMMANDS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("picocli..", COMMANDS, SAMPLE_COMMANDS)
        .check(all);
  }

  private static String[] views() {
    return VIEWS.stream().map(PackageLevelsTest::inside).toArray(String[]::new);
  }

  private static String inside(String view) {
    return "bbt.reconstruct." + view + "..";
  }
}
