package io.stallmark.it.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** The hard ones of the design's budgets. */
final class LayersTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(LayersTest::shipped)
          .importPackages("io.stallmark");

  /** Benchmarks, and what other modules lend of their tests, stand in the packages they are of. */
  private static boolean shipped(Location location) {
    return !location.contains("/it/target/") && !location.contains("-tests.jar");
  }

  @Test
  void dataFlowsOneWay() {
    ArchRule rule =
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("model")
            .definedBy("io.stallmark.model..", "io.stallmark.text..")
            .layer("data")
            .definedBy("io.stallmark.data..")
            .layer("trace")
            .definedBy("io.stallmark.trace..")
            .layer("spi")
            .definedBy("io.stallmark.spi..")
            .layer("spec")
            .definedBy("io.stallmark.spec..")
            .layer("capture")
            .definedBy("io.stallmark.capture..")
            .layer("plan")
            .definedBy("io.stallmark.plan..")
            .layer("record")
            .definedBy("io.stallmark.record..")
            .layer("engine")
            .definedBy("io.stallmark.engine..", "io.stallmark.tables..")
            .layer("result")
            .definedBy("io.stallmark.result..")
            .layer("analysis")
            .definedBy("io.stallmark.analysis..")
            .layer("run")
            .definedBy("io.stallmark.run..")
            .layer("report")
            .definedBy("io.stallmark.report..")
            .layer("experiment")
            .definedBy("io.stallmark.experiment..")
            .layer("cli")
            .definedBy("io.stallmark.cli..")
            .layer("workloads")
            .definedBy(
                "io.stallmark.sysbench..",
                "io.stallmark.timeseries..",
                "io.stallmark.userdocs..",
                "io.stallmark.ycsb..",
                "io.stallmark.insertbench..",
                "io.stallmark.tpcb..",
                "io.stallmark.tpcc..",
                "io.stallmark.transfer..",
                "io.stallmark.linkbench..",
                "io.stallmark.replay..",
                "io.stallmark.verification..")
            .layer("own")
            .definedBy("io.stallmark.own..", "io.stallmark.pgbench..", "io.stallmark.lua..")
            .layer("bindings")
            .definedBy(
                "io.stallmark.jdbc..",
                "io.stallmark.mysql..",
                "io.stallmark.mongo..",
                "io.stallmark.postgresql..",
                "io.stallmark.ycsbclient..")
            .layer("cluster")
            .definedBy("io.stallmark.cluster..")
            .layer("testkit")
            .definedBy("io.stallmark.testkit..")
            .layer("junit")
            .definedBy("io.stallmark.junit..")
            .whereLayer("junit")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("testkit")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("cluster")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("capture")
            .mayOnlyBeAccessedByLayers("cli")
            .whereLayer("report")
            .mayOnlyBeAccessedByLayers("experiment", "cli", "cluster", "junit")
            .whereLayer("run")
            .mayOnlyBeAccessedByLayers("report", "experiment", "cli", "cluster", "junit")
            .whereLayer("experiment")
            .mayOnlyBeAccessedByLayers("cli", "junit")
            .whereLayer("analysis")
            .mayOnlyBeAccessedByLayers("report", "run", "experiment", "cli", "cluster", "junit")
            .whereLayer("result")
            .mayOnlyBeAccessedByLayers(
                "analysis", "report", "run", "experiment", "cli", "cluster", "junit")
            .whereLayer("engine")
            .mayOnlyBeAccessedByLayers(
                "analysis", "report", "run", "experiment", "cli", "testkit", "cluster", "junit")
            .whereLayer("record")
            .mayOnlyBeAccessedByLayers(
                "engine",
                "result",
                "analysis",
                "report",
                "run",
                "experiment",
                "cli",
                "cluster",
                "junit")
            .whereLayer("plan")
            .mayOnlyBeAccessedByLayers(
                "engine",
                "analysis",
                "report",
                "run",
                "experiment",
                "cli",
                "testkit",
                "cluster",
                "junit")
            .whereLayer("spec")
            .mayOnlyBeAccessedByLayers(
                "plan",
                "capture",
                "report",
                "run",
                "experiment",
                "cli",
                "testkit",
                "cluster",
                "junit",
                "own")
            .whereLayer("workloads")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("own")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("bindings")
            .mayNotBeAccessedByAnyLayer();
    rule.check(CLASSES);
  }

  @Test
  void theVocabularyImportsNothing() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage("io.stallmark.model..")
            .should()
            .dependOnClassesThat(
                JavaClass.Predicates.resideOutsideOfPackages(
                    "io.stallmark.model..", "java..", "org.jspecify.."));
    rule.check(CLASSES);
  }

  @Test
  void noCycles() {
    ArchRule rule = slices().matching("io.stallmark.(**)").should().beFreeOfCycles();
    rule.check(CLASSES);
  }

  @Test
  void noStaticMutableState() {
    ArchRule rule = fields().that().areStatic().should().beFinal();
    rule.check(CLASSES);
  }

  @Test
  void classesAreFinalUnlessAbstract() {
    ArchRule rule =
        classes()
            .that()
            .areNotInterfaces()
            .and()
            .areNotEnums()
            .and()
            .doNotHaveModifier(JavaModifier.ABSTRACT)
            .and()
            .areNotAnonymousClasses()
            .should()
            .haveModifier(JavaModifier.FINAL);
    rule.check(CLASSES);
  }

  @Test
  void onlyReportAndCliPrint() {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackages(
                "io.stallmark.report..", "io.stallmark.cli..", "io.stallmark.junit..")
            .and()
            .doNotHaveSimpleName("BindingLog") // keeps apart what a foreign class prints
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err");
    rule.check(CLASSES);
  }

  @Test
  void oneClassExits() {
    ArchRule rule =
        noClasses()
            .that(
                DescribedPredicate.not(
                    JavaClass.Predicates.simpleName("Main")
                        .and(JavaClass.Predicates.resideInAPackage("io.stallmark.cli.."))))
            .should()
            .callMethod(System.class, "exit", int.class)
            .orShould()
            .callMethod(Runtime.class, "halt", int.class);
    rule.check(CLASSES);
  }

  @Test
  void theJdbcLayerKnowsNoProduct() {
    ArchRule rule =
        noClasses()
            .that()
            .resideInAPackage("io.stallmark.jdbc..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("com.mysql..", "org.mariadb..", "io.stallmark.mysql..");
    rule.check(CLASSES);
  }
}
