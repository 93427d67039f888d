package bbt.samples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The levels inside the modules (docs/architecture.md, "Packages"): the list, as a test. */
final class PackageLevelsTest {
  /** What shows something to the user; none of them knows another. */
  private static final List<String> VIEWS =
      List.of("report", "html", "diff", "export", "query", "step", "gdb");

  private static final String COMMANDS = "bbt.reconstruct.cli..";

  private static JavaClasses all;

  @BeforeAll
  static void load() {
    all =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("bbt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"packets", "reconstruct"})
  void noPackagesUseEachOtherInACircle(String module) {
    slices().matching("bbt." + module + ".(**)").should().beFreeOfCycles().check(all);
  }

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

  /** A view that is renamed would slip through the rule above. */
  @Test
  void theViewsAreThere() {
    TreeSet<String> there = new TreeSet<>();
    for (JavaPackage each : all.getPackage("bbt.reconstruct").getSubpackages()) {
      there.add(each.getRelativeName());
    }
    there.retainAll(VIEWS);
    assertEquals(new TreeSet<>(VIEWS), there);
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
        .resideInAPackage("bbt.reconstruct..")
        .and()
        .resideOutsideOfPackage(COMMANDS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("picocli..", COMMANDS)
        .check(all);
  }

  private static String[] views() {
    return VIEWS.stream().map(PackageLevelsTest::inside).toArray(String[]::new);
  }

  private static String inside(String view) {
    return "bbt.reconstruct." + view + "..";
  }
}
