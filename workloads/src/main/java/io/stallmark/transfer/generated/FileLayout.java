package io.stallmark.transfer.generated;

import io.stallmark.spi.workload.Setting;
import io.stallmark.text.Text;
import io.stallmark.transfer.content.KeyOrder;
import io.stallmark.transfer.content.ObjectContent;
import io.stallmark.transfer.content.ObjectProfile;
import io.stallmark.transfer.format.FileFormat;

/**
 * What determines the content of a directory of files.
 *
 * @param documents number of documents
 * @param compressible share of the text or body that is one repeated byte
 * @param zstd whether the files are compressed with zstd
 */
public record FileLayout(
    ObjectProfile profile,
    long documents,
    long seed,
    double compressible,
    FileFormat format,
    boolean zstd,
    KeyOrder order) {

  /** Creates the content of the documents, for one thread. */
  public ObjectContent content() {
    return new ObjectContent(profile, seed, compressible);
  }

  /** Returns the layout of the same documents in another order. */
  public FileLayout inOrder(KeyOrder other) {
    return new FileLayout(profile, documents, seed, compressible, format, zstd, other);
  }

  /** Name of a file, from 1. */
  public String name(long number) {
    return Text.format("%04d.%s%s", number, Setting.word(format), zstd ? ".zst" : "");
  }

  /** The settings as given with {@code -p}, for messages and for comparison. */
  String settings() {
    return Text.format(
        "profile=%s documents=%d seed=%d compressible=%s format=%s compress=%s key-order=%s",
        Setting.word(profile),
        documents,
        seed,
        compressible,
        Setting.word(format),
        zstd ? "zstd" : "none",
        Setting.word(order));
  }
}
