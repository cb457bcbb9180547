package io.stallmark.transfer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.transfer.file.FileName.Compression;
import io.stallmark.transfer.format.BadInput;
import io.stallmark.transfer.format.FileFormat;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class UserFilesTest {

  @TempDir private Path directory;

  private String file(String name) throws Exception {
    return Files.writeString(directory.resolve(name), "").toString();
  }

  @Test
  void nameTellsFormatAndCompression() {
    assertThat(FileName.of("dir.x/a.TSV.zst"))
        .isEqualTo(new FileName(Optional.of(FileFormat.TSV), Compression.ZSTD));
    assertThat(FileName.of("a.ndjson.gz"))
        .isEqualTo(new FileName(Optional.of(FileFormat.JSONL), Compression.GZIP));
    assertThat(FileName.of("a.bson").compression()).isEqualTo(Compression.NONE);
    assertThat(FileName.of("a.txt").format()).isEmpty();
    assertThat(FileName.of("bson").format()).contains(FileFormat.BSON);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.tsv", "a.tsv.gz", "a.tsv.zst"})
  void fileIsReadAsItWasWritten(String name) throws Exception {
    Path path = directory.resolve(name);
    try (OutputStream out = FileName.of(name).compressed(Files.newOutputStream(path))) {
      out.write("some content".getBytes(StandardCharsets.US_ASCII));
    }
    try (InputStream in = UserFiles.find(path.toString(), "auto").input(path.toString())) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII))
          .isEqualTo("some content");
    }
  }

  @Test
  void directory_meansItsFilesOfOneFormat() throws Exception {
    file("b.jsonl");
    file("a.jsonl.gz");
    file("notes");
    assertThat(UserFiles.find(directory.toString(), "auto").names())
        .containsExactly(directory + "/a.jsonl.gz", directory + "/b.jsonl");
    file("c.tsv");
    assertThat(UserFiles.find(directory.toString(), "tsv").names())
        .containsExactly(directory + "/c.tsv");
    assertThatThrownBy(() -> UserFiles.find(directory.toString(), "auto"))
        .hasMessageContaining("has the format jsonl")
        .hasMessageContaining("c.tsv has tsv");
    assertThatThrownBy(() -> UserFiles.find(directory.toString(), "bson"))
        .hasMessageContaining("There are no files to import");
  }

  @Test
  void directoryOfAnExportThatDidNotEnd_isRefused() throws Exception {
    file("t.0001-of-0003.bson");
    file("t.0003-of-0003.bson");
    file("t.metadata.json");
    assertThatThrownBy(() -> UserFiles.find(directory.toString(), "auto"))
        .hasMessageContaining("t.0002-of-0003.bson does not exist");
    file("t.0002-of-0003.bson");
    assertThat(UserFiles.find(directory.toString(), "auto").names()).hasSize(3);
  }

  @Test
  void fileThatCannotBeTaken_isNamed() throws Exception {
    String given = file("a.tsv");
    assertThatThrownBy(() -> UserFiles.find(given + "," + given, "auto"))
        .hasMessageContaining("is given twice");
    assertThatThrownBy(() -> UserFiles.find(given + "," + directory + "/./a.tsv", "auto"))
        .hasMessageContaining("is given twice");
    assertThatThrownBy(() -> UserFiles.find(directory + "/x.tsv", "auto"))
        .hasMessageContaining("x.tsv does not exist");
    assertThatThrownBy(() -> UserFiles.find(file("a.txt"), "auto"))
        .hasMessageContaining("does not tell its format");
    assertThat(UserFiles.find(file("b.csv"), "tsv").format()).isEqualTo(FileFormat.TSV);
  }

  @Test
  void export_overwritesNothing() throws Exception {
    ExportTarget file = ExportTarget.of(file("a.tsv"), "auto", "t", FileFormat.TSV);
    assertThat(file.isDirectory()).isFalse();
    assertThatThrownBy(file::open)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("a.tsv exists already");
    ExportTarget made = ExportTarget.of(directory + "/new/", "auto", "t", FileFormat.BSON);
    made.open();
    assertThat(made.file(2, 12)).isEqualTo(directory.resolve("new/t.0003-of-0012.bson"));
    Files.writeString(made.file(2, 12), "");
    assertThatThrownBy(made::open).hasMessageContaining("t.0003-of-0012.bson exists already");
    ExportTarget.of(directory + "/new", "jsonl", "other", FileFormat.BSON).open();
  }
}
