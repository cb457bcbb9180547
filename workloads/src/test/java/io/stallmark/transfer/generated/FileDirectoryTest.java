package io.stallmark.transfer.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Op;
import io.stallmark.spi.Args;
import io.stallmark.transfer.content.ContentSum;
import io.stallmark.transfer.content.DocumentHash;
import io.stallmark.transfer.content.KeyOrder;
import io.stallmark.transfer.content.ObjectProfile;
import io.stallmark.transfer.file.BatchFeed;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.FileFormat;
import io.stallmark.transfer.format.RawBatch;
import io.stallmark.transfer.format.RowParser;
import io.stallmark.transfer.format.RowShape;
import io.stallmark.transfer.pipeline.RowOperations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FileDirectoryTest {

  private static final ObjectProfile SMALL = ObjectProfile.SMALL;

  @TempDir private Path temporary;

  private static Args slots(int rows) {
    return Args.of(
        new RowOperations(SMALL.table(false)).insert("rows", rows, Op.Insert.Form.PLAIN));
  }

  private FileDirectory directory(FileFormat format, boolean zstd, long seed) {
    return new FileDirectory(
        temporary.resolve("files"),
        new FileLayout(SMALL, 1000, seed, 0.5, format, zstd, KeyOrder.RANDOM));
  }

  private FileDirectory generated(FileFormat format, boolean zstd) throws Exception {
    FileDirectory directory = directory(format, zstd, 1);
    if (!directory.open()) {
      new FileGenerator(directory, 300).run(2, () -> slots(1));
    }
    return directory;
  }

  private static ContentSum read(FileDirectory directory, int batch, int bytes) throws BadInput {
    BatchFeed feed = new BatchFeed(directory, null, batch, bytes, 2);
    feed.start();
    RowParser parser = directory.layout().format().parser(new RowShape(SMALL.columns()));
    DocumentHash hash = new DocumentHash(SMALL.columns());
    ContentSum sum = ContentSum.EMPTY;
    Args rows = slots(batch);
    for (RawBatch next = feed.queue().take(() -> false);
        next != null;
        next = feed.queue().take(() -> false)) {
      assertThat(next.documents()).isBetween(1, batch);
      parser.parse(next, rows);
      for (int row = 0; row < next.documents(); row++) {
        sum = sum.with(hash.of(rows, row));
      }
      feed.queue().recycle(next);
    }
    if (feed.failure() != null) {
      throw feed.failure();
    }
    return sum;
  }

  @ParameterizedTest
  @CsvSource({"BSON,false", "BSON,true", "JSONL,false", "JSONL,true", "TSV,false", "TSV,true"})
  void filesHaveTheManifestsContent_howeverTheyAreRead(FileFormat format, boolean zstd)
      throws Exception {
    FileDirectory directory = generated(format, zstd);
    assertThat(directory.names()).hasSize(4);
    assertThat(directory.content().rows()).isEqualTo(1000);
    assertThat(read(directory, 1000, 1 << 20)).isEqualTo(directory.content());
    assertThat(read(directory, 7, 1 << 20)).isEqualTo(directory.content());
    assertThat(read(directory, 1000, 1)).isEqualTo(directory.content());
  }

  @Test
  void content_isTheSameInEveryFormat() throws Exception {
    ContentSum bson = generated(FileFormat.BSON, false).content();
    new FileDirectory(temporary.resolve("files"), directory(FileFormat.BSON, false, 1).layout())
        .delete();
    assertThat(generated(FileFormat.TSV, true).content()).isEqualTo(bson);
  }

  @Test
  void generation_keepsWhatIsThere_andWritesTheRest() throws Exception {
    FileDirectory directory = generated(FileFormat.TSV, false);
    Path kept = directory.path().resolve("0001.tsv");
    Path lost = directory.path().resolve("0003.tsv");
    byte[] content = Files.readAllBytes(lost);
    FileTime before = FileTime.fromMillis(1000);
    Files.setLastModifiedTime(kept, before);
    Files.delete(lost);
    Files.writeString(directory.path().resolve("0004.tsv.tmp"), "of a killed run");
    FileDirectory again = directory(FileFormat.TSV, false, 1);
    assertThat(again.open()).isTrue();
    assertThatThrownBy(again::checkSizes)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("0003.tsv, which manifest.json names, does not exist");
    new FileGenerator(again, 300).run(1, () -> slots(1));
    again.checkSizes();
    assertThat(Files.readAllBytes(lost)).isEqualTo(content);
    assertThat(Files.getLastModifiedTime(kept)).isEqualTo(before);
  }

  @Test
  void directoriesWithOtherFiles_areRefused() throws Exception {
    generated(FileFormat.TSV, false);
    assertThatThrownBy(() -> directory(FileFormat.TSV, false, 2).open())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("seed=1")
        .hasMessageContaining("seed=2")
        .hasMessageContaining("choose another -p file");
    Files.writeString(temporary.resolve("files/manifest.json"), "{}");
    assertThatThrownBy(() -> directory(FileFormat.TSV, false, 1).open())
        .hasMessageContaining("is not a manifest");
    Files.delete(temporary.resolve("files/manifest.json"));
    assertThatThrownBy(() -> directory(FileFormat.TSV, false, 1).open())
        .hasMessageContaining("has files but no manifest.json");
  }

  @ParameterizedTest
  @CsvSource({"BSON,false", "JSONL,false", "TSV,false", "BSON,true"})
  void truncatedFile_isNamed_beforeAndWhileItIsRead(FileFormat format, boolean zstd)
      throws Exception {
    FileDirectory directory = generated(format, zstd);
    Path file = directory.path().resolve(directory.names().get(2));
    byte[] content = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(content, content.length - 5));
    assertThatThrownBy(directory::checkSizes)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(file.getFileName().toString())
        .hasMessageContaining("offset " + (content.length - 5));
    assertThatThrownBy(() -> read(directory, 100, 1 << 20))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(file.getFileName().toString())
        .hasMessageContaining("truncated");
  }

  @Test
  void fullDisk_isOneLine() throws Exception {
    FileDirectory directory = directory(FileFormat.TSV, false, 1);
    directory.open();
    Files.createSymbolicLink(directory.path().resolve("0001.tsv.tmp"), Path.of("/dev/full"));
    assertThatThrownBy(() -> new FileGenerator(directory, 300).run(1, () -> slots(1)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("No space left on device");
    assertThat(directory.open()).isFalse();
  }
}
