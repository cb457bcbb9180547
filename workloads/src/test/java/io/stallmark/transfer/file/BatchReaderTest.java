package io.stallmark.transfer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.transfer.format.FileFormat;
import io.stallmark.transfer.format.RawBatch;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class BatchReaderTest {

  private static List<Integer> batches(FileFormat format, byte[] bytes) throws Exception {
    BatchReader reader =
        new BatchReader("f", new ByteArrayInputStream(bytes), format, false, byte[]::new);
    List<Integer> documents = new ArrayList<>();
    for (RawBatch next = next(reader); next != null; next = next(reader)) {
      documents.add(next.documents());
    }
    return documents;
  }

  private static @Nullable RawBatch next(BatchReader reader) throws Exception {
    return reader.next(0, 2, 1 << 20);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  @Test
  void hostileFiles_endInOneLine() throws Exception {
    assertThat(batches(FileFormat.TSV, bytes("a\nb\nc\n"))).containsExactly(2, 1);
    assertThat(batches(FileFormat.TSV, bytes(""))).isEmpty();
    assertThatThrownBy(() -> batches(FileFormat.TSV, bytes("a\nb\nc")))
        .hasMessage("f, line 3 (offset 5): the file is truncated: it ends within a document");
    assertThatThrownBy(() -> batches(FileFormat.TSV, bytes("\u00ef\u00bb\u00bf1\n")))
        .hasMessage(
            "f, line 1 (offset 0): the file begins with a byte order mark, which must be removed");
    assertThatThrownBy(() -> batches(FileFormat.JSONL, new byte[17 << 20]))
        .hasMessage("f, line 1 (offset 0): a document of more than 16 MiB");
    byte[] large = new byte[8];
    large[3] = 2; // 32 MiB
    assertThatThrownBy(() -> batches(FileFormat.BSON, large))
        .hasMessage("f, offset 0: a document of more than 16 MiB");
    assertThatThrownBy(() -> batches(FileFormat.BSON, new byte[] {1, 0, 0, 0}))
        .hasMessage("f, offset 0: not a BSON document");
    byte[] empty = {5, 0, 0, 0, 0};
    assertThat(batches(FileFormat.BSON, empty)).containsExactly(1);
    assertThatThrownBy(() -> batches(FileFormat.BSON, new byte[] {5, 0, 0, 0, 0, 9, 0}))
        .hasMessage("f, offset 7: the file is truncated: it ends within a document");
  }

  @Test
  void queue_isBounded_andAStopFreesItsReaders() throws Exception {
    BatchQueue queue = new BatchQueue(100, 1000);
    Thread reader =
        new Thread(
            () -> {
              try {
                for (RawBatch next = batch(); queue.put(next); next = batch()) {}
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    reader.start();
    for (int i = 0; i < 500; i++) {
      assertThat(queue.take(() -> false)).isNotNull();
    }
    assertThat(queue.mostSeen()).isBetween(1L, 1000L);
    queue.stop();
    reader.join();
    assertThat(queue.take(() -> false)).isNull();
  }

  private static RawBatch batch() {
    return new RawBatch("f", 0, 1, new byte[300], 300, 1, null);
  }

  @Test
  void documentLargerThanTheQueue_passesAlone() throws Exception {
    BatchQueue queue = new BatchQueue(4, 100);
    assertThat(queue.put(batch())).isTrue();
    assertThat(queue.take(() -> false)).isNotNull();
    queue.close();
    assertThat(queue.take(() -> false)).isNull();
    assertThat(new BatchQueue(1, 1).take(() -> true)).isNull();
  }
}
