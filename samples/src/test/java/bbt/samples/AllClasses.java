package bbt.samples;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import java.net.URL;

/** Every class of the modules, without their tests, read once for all rules about packages. */
final class AllClasses {
  static final JavaClasses OF_BBT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(AllClasses::isFirst)
          .importPackages("bbt");

  private AllClasses() {}

  /** Whether the class path has no other file of a class before this one, as in .ci/mutations. */
  private static boolean isFirst(Location file) {
    String place = file.asURI().toString();
    String name = place.substring(place.lastIndexOf("/bbt/") + 1);
    URL first = AllClasses.class.getClassLoader().getResource(name);
    return first == null || place.equals(first.toString());
  }
}
