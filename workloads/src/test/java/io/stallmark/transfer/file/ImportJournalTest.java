package io.stallmark.transfer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.transfer.file.ImportJournal.State;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.FileFormat;
import io.stallmark.transfer.format.RawBatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ImportJournalTest {

  private static final String TARGET = "t (a)";

  @TempDir private Path directory;
  private UserFiles files = new UserFiles(List.of(), FileFormat.TSV);
  private Path path = Path.of("");

  @BeforeEach
  void tenLines() throws Exception {
    Path file = Files.writeString(directory.resolve("f.tsv"), "0\n1\n2\n3\n4\n5\n6\n7\n8\n9");
    files = UserFiles.find(file.toString(), "auto");
    path = directory.resolve("journal");
  }

  private ImportJournal open() throws BadInput {
    return ImportJournal.open(path, TARGET, files);
  }

  /** Reads all batches of at most this many documents: the number of the first, and the count. */
  private List<String> batches(ImportJournal journal, int most) {
    BatchFeed feed = new BatchFeed(files, journal, most, 1 << 20, 1);
    feed.start();
    List<String> found = new ArrayList<>();
    for (RawBatch next = feed.queue().take(() -> false);
        next != null;
        next = feed.queue().take(() -> false)) {
      found.add(next.number() + "+" + next.documents() + (next.isRepeated() ? " again" : ""));
    }
    assertThat(feed.failure()).isNull();
    return found;
  }

  private RawBatch batch(long number, int documents) {
    return new RawBatch(files.names().get(0), number, number + 1, new byte[0], 0, documents, null);
  }

  @Test
  void finishedBatchesAreOmitted_andUnfinishedOnesRepeated_asTheyWere() throws Exception {
    ImportJournal first = open();
    assertThat(batches(first, 4)).containsExactly("0+4", "4+4", "8+2");
    first.record(State.BEGUN, batch(0, 3));
    first.record(State.BEGUN, batch(3, 2));
    first.record(State.DONE, batch(3, 2));
    first.record(State.BEGUN, batch(7, 1));
    first.close(false);
    ImportJournal second = open();
    assertThat(batches(second, 4)).containsExactly("0+3 again", "5+2", "7+1 again", "8+2");
    assertThat(second.omitted()).isEqualTo(2);
    second.close(false);
  }

  @Test
  void lineOfAKilledImport_isIgnoredIfItIsNotWhole() throws Exception {
    ImportJournal first = open();
    first.record(State.BEGUN, batch(0, 5));
    first.close(false);
    Files.writeString(path, "done\t0\t5\t", StandardOpenOption.APPEND);
    ImportJournal second = open();
    assertThat(batches(second, 100)).containsExactly("0+5 again", "5+5");
    second.record(State.DONE, batch(0, 5));
    second.close(false);
    assertThat(batches(open(), 100)).containsExactly("5+5");
  }

  @Test
  void journalOfSomethingElse_isRefused() throws Exception {
    ImportJournal first = open();
    assertThatThrownBy(this::open).hasMessageContaining("an import that is running");
    first.close(false);
    assertThatThrownBy(() -> ImportJournal.open(path, "t (a, b)", files))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(
            "another import: of another server, table, size of batch, or of other files");
    Files.writeString(Path.of(files.names().get(0)), "x\n");
    assertThatThrownBy(this::open).hasMessageContaining("another import");
    Files.writeString(path, "my notes\n");
    assertThatThrownBy(this::open).hasMessageContaining("is not a journal");
    assertThat(Files.readString(path)).isEqualTo("my notes\n");
    Files.writeString(path, "my notes");
    assertThatThrownBy(this::open).hasMessageContaining("is not a journal");
  }

  @Test
  void refusedBatch_isSentAgainAsAWhole() throws Exception {
    ImportJournal first = open();
    first.record(State.BEGUN, batch(0, 3));
    first.record(State.FAILED, batch(0, 3));
    first.close(false);
    assertThat(batches(open(), 100)).containsExactly("0+3", "3+7");
  }

  @Test
  void journalOfMoreFiles_isRefused() throws Exception {
    Path other = Files.writeString(directory.resolve("g.tsv"), "1\n");
    UserFiles both = UserFiles.find(files.names().get(0) + "," + other, "auto");
    ImportJournal.open(path, TARGET, both).close(false);
    assertThatThrownBy(this::open).hasMessageContaining("another import");
  }

  @Test
  void completeImport_saysSo() throws Exception {
    open().close(true);
    assertThatThrownBy(this::open).hasMessageContaining("All rows are imported already");
  }

  @Test
  void damagedJournal_isRefused() throws Exception {
    open().close(false);
    Files.writeString(path, "begun\tx\t1\tf\n", StandardOpenOption.APPEND);
    assertThatThrownBy(this::open).hasMessageContaining("is damaged");
  }
}
