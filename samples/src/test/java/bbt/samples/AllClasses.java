package bbt.samples;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** Every class of the modules, without their tests, read once for all rules about packages. */
final class AllClasses {
  static final JavaClasses OF_BBT =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("bbt");

  private AllClasses() {}
}
