package io.stallmark.experiment.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PublishedFormTest {

  @TempDir Path directory;

  private void leave(String run, String cost) throws IOException {
    Path attempt = Files.createDirectories(directory.resolve(run).resolve("2026-w-db"));
    Files.writeString(
        attempt.resolve("run.json"),
        "{\"state\": \"completed\", \"summary\": {\"transactionsPerSecond\": 7}" + cost + "}");
  }

  @Test
  void costsAreOfTheLastRun_byEachSourceThatCounted() throws IOException {
    leave("a.1", ", \"cost\": {\"sources\": {\"server\": {\"perTransaction\": {\"reads\": 9}}}}");
    leave(
        "a.2",
        """
        , "cost": {"sources": {
            "server": {"perTransaction": {"reads": 2.5, "writes": 1, "readKb": 40, "writtenKb": 3}},
            "process": {"perTransaction": {"readKb": 0.0625}}}}""");
    leave("b.1", "");
    assertThat(new PublishedForm(directory, ResultTableTest.plan(2, "a", "b")).lines())
        .endsWith(
            "reads, kB read and kB written for each operation of the last run",
            "a by server,2.500,40.000,3.000",
            "a by process,–,0.063,–",
            "")
        .contains("a,7,7", "b,7");
  }
}
