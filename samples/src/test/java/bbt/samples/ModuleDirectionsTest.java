package bbt.samples;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The modules use only those before them (docs/architecture.md): the table, as a test. */
final class ModuleDirectionsTest {
  private static final String PACKETS = "bbt.packets..";
  private static final String PTG = "bbt.ptg..";
  private static final String TRANSLATOR = "bbt.translator..";
  private static final String RECONSTRUCT = "bbt.reconstruct..";
  private static final String CLI = "bbt.reconstruct.cli..";
  private static final String SAMPLES = "bbt.samples..";

  private final JavaClasses all = AllClasses.OF_BBT;

  /** What is known of operating systems. */
  private static final String[] SYSTEMS = {"bbt.translator.linux", "bbt.reconstruct.linux"};

  @Test
  void everyModuleIsSeen() {
    for (String each : new String[] {"packets", "ptg", "translator", "reconstruct", "samples"}) {
      assertTrue(
          all.stream().anyMatch(c -> c.getPackageName().startsWith("bbt." + each)),
          "no class of bbt." + each + " on the class path: the rules below would hold for nothing");
    }
  }

  @Test
  void everyClassBelongsToAModule() {
    classes()
        .should()
        .resideInAnyPackage(PACKETS, PTG, TRANSLATOR, RECONSTRUCT, SAMPLES)
        .check(all);
  }

  /** Whoever reads a name need not look at the imports. */
  @Test
  void noSimpleNameOccursTwice() {
    Map<String, List<String>> byName =
        all.stream()
            .filter(each -> each.isTopLevelClass() && !each.getSimpleName().equals("package-info"))
            .collect(groupingBy(JavaClass::getSimpleName, mapping(JavaClass::getName, toList())));
    byName.values().removeIf(names -> names.size() == 1);
    assertEquals(Map.of(), byName);
  }

  @Test
  void packetsKnowNoOtherModule() {
    noClasses()
        .that()
        .resideInAPackage(PACKETS)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(PTG, TRANSLATOR, RECONSTRUCT, SAMPLES)
        .check(all);
  }

  @Test
  void ptgKnowsOnlyPackets() {
    noClasses()
        .that()
        .resideInAPackage(PTG)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(TRANSLATOR, RECONSTRUCT, SAMPLES)
        .check(all);
  }

  @Test
  void translatorKnowsNotHowTracesAreReadBack() {
    noClasses()
        .that()
        .resideInAPackage(TRANSLATOR)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(RECONSTRUCT, SAMPLES)
        .check(all);
  }

  /** All but what boots a guest, executes a traced run again, or debugs either. */
  @Test
  void tracesAreReadWithoutAMachine() {
    noClasses()
        .that()
        .resideInAPackage(RECONSTRUCT)
        .and()
        .resideOutsideOfPackages(CLI, "bbt.reconstruct.replay..", "bbt.reconstruct.gdb..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(TRANSLATOR, SAMPLES)
        .check(all);
  }

  @Test
  void commandLineFindsSamplesThroughItsInterfaceOnly() {
    noClasses()
        .that()
        .resideInAPackage(CLI)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(SAMPLES)
        .check(all);
  }

  @Test
  void devicesDoNotReachIntoTheProcessor() {
    noClasses()
        .that()
        .resideInAPackage("bbt.translator.device..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "bbt.translator.hart..",
            "bbt.translator.code..",
            "bbt.translator.engine..",
            "bbt.translator.mmu..",
            "bbt.translator.arm64..",
            "bbt.translator.riscv..")
        .check(all);
  }

  /** Another system is one class in such a room, and a line in the module's list. */
  @Test
  void onlyTheListsOfGuestSystemsKnowOne() {
    for (String room : SYSTEMS) {
      assertTrue(all.stream().anyMatch(c -> c.getPackageName().equals(room)), room);
      noClasses()
          .that()
          .resideOutsideOfPackage(room)
          .and()
          .doNotHaveSimpleName("GuestSystems")
          .and()
          .doNotHaveSimpleName("KnownKernels")
          .should()
          .dependOnClassesThat()
          .resideInAPackage(room)
          .check(all);
    }
  }

  /** It takes half a second to load: no other command may come to need it. */
  @Test
  void onlyQueriesLoadTheDatabase() {
    noClasses()
        .that()
        .resideOutsideOfPackage("bbt.reconstruct.query..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.duckdb..", "java.sql..")
        .check(all);
  }

  /** It would make the start of every other command slower. */
  @Test
  void onlyEditorsLoadTheDebugProtocol() {
    noClasses()
        .that()
        .resideOutsideOfPackage("bbt.reconstruct.step.dap..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.eclipse.lsp4j..", "com.google.gson..")
        .check(all);
  }

  @Test
  void onlyTheCommandLineEndsTheProcess() {
    noClasses()
        .that()
        .resideOutsideOfPackage(CLI)
        .should()
        .callMethod(System.class, "exit", int.class)
        .check(all);
  }
}
