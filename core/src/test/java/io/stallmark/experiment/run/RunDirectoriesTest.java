package io.stallmark.experiment.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.experiment.run.RunDirectories.Labelled;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which runs a directory stands for, and what they are called. */
final class RunDirectoriesTest {

  @TempDir Path directory;

  private Path run(String path) throws IOException {
    Path run = Files.createDirectories(directory.resolve(path));
    Files.writeString(run.resolve("run.json"), "{}");
    return run;
  }

  private static List<Labelled> of(Path... directories) throws IOException {
    return RunDirectories.of(List.of(directories));
  }

  @Test
  void experimentsDirectory_isItsRuns_byLabel_inTheOrderOfTheirStart() throws IOException {
    Path second = run("e/a-threads-16/T02-w-db");
    Path first = run("e/a-threads-2/T01-w-db");
    Files.createDirectories(directory.resolve("e/a-threads-4"));
    Files.writeString(directory.resolve("e/experiment.csv"), "label");
    assertThat(of(directory.resolve("e")))
        .containsExactly(new Labelled("a-threads-2", first), new Labelled("a-threads-16", second));
  }

  @Test
  void directoryOfRuns_isItsRuns_byTheirOwnNames() throws IOException {
    Path run = run("out/T01-w-db");
    Path other = run("out/T02-w-db");
    assertThat(of(directory.resolve("out")))
        .containsExactly(new Labelled("T01-w-db", run), new Labelled("T02-w-db", other));
  }

  @Test
  void runsDirectory_isThisRunAlone_andWhatLiesDeeperIsNotLookedFor() throws IOException {
    Path run = run("out/T01-w-db");
    run("out/T01-w-db/copy");
    assertThat(of(run)).containsExactly(new Labelled("T01-w-db", run));
    assertThat(of(directory)).containsExactly(new Labelled("out", run));
    Path deep = directory.resolve("deep");
    run("deep/1/2/3");
    assertThat(of(deep)).containsExactly(new Labelled("deep", deep));
  }

  @Test
  void theSameRun_isTakenOnce_howeverItIsCalled() throws IOException {
    Path run = run("e/a/T01-w-db");
    Path link = Files.createSymbolicLink(directory.resolve("latest"), run);
    Path around = directory.resolve("e/../e/a/T01-w-db");
    assertThat(of(run, directory.resolve("e"), link, around, run))
        .containsExactly(new Labelled("T01-w-db", run));
  }

  @Test
  void runsOfOneName_areCalledByTheirPaths_theOthersAsEver() throws IOException {
    List<String> shared =
        Stream.of(run("one/a/T01-w-db"), run("one/a/T02-w-db"), run("two/a/T03-w-db"))
            .map(Path::toString)
            .toList();
    run("two/b/T04-w-db");
    List<Labelled> runs = of(directory.resolve("one"), directory.resolve("two"));
    assertThat(runs.subList(0, 3)).extracting(Labelled::label).isEqualTo(shared);
    assertThat(runs.get(3).label()).isEqualTo("b");
  }

  @Test
  void whatHasNoRun_standsForItself() throws IOException {
    Path empty = Files.createDirectories(directory.resolve("empty/nothing/at/all"));
    Path nowhere = directory.resolve("nowhere");
    assertThat(of(empty, nowhere)).extracting(Labelled::directory).containsExactly(empty, nowhere);
  }
}
