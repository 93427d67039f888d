package bbt.samples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
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
    "bbt.ptg.riscv..", "bbt.ptg.asm..", "bbt.translator.riscv.."
  };

  /** Who may look into rooms: the two lists of guests. */
  private static final String LISTS =
      "bbt\\.(ptg\\.Guests|translator\\.machine\\.Architectures)([$].*)?";

  private final JavaClasses all = AllClasses.OF_BBT;

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
