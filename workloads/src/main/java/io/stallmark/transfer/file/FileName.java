package io.stallmark.transfer.file;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.stallmark.text.RefusedException;
import io.stallmark.transfer.format.FileFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Format and compression of a file, from its name.
 *
 * @param format empty: the name does not tell
 */
public record FileName(Optional<FileFormat> format, Compression compression) {

  /** Stands for the format that the name tells. */
  public static final String AUTO = "auto";

  private static final int ZSTD_LEVEL = 1;
  private static final int BLOCK = 1 << 16;

  /** How a file is compressed. */
  public enum Compression {
    NONE,
    GZIP,
    ZSTD
  }

  public static FileName of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    Compression compression = Compression.NONE;
    if (lower.endsWith(".zst")) {
      compression = Compression.ZSTD;
    } else if (lower.endsWith(".gz")) {
      compression = Compression.GZIP;
    }
    String plain =
        compression == Compression.NONE ? lower : lower.substring(0, lower.lastIndexOf('.'));
    return new FileName(format(plain.substring(plain.lastIndexOf('.') + 1)), compression);
  }

  /**
   * Returns the format of a file.
   *
   * @param given word of the format, or {@link #AUTO}
   * @throws RefusedException if neither tells it
   */
  public static FileFormat format(String name, String given) {
    return given.equals(AUTO)
        ? of(name)
            .format()
            .orElseThrow(
                () ->
                    new RefusedException(
                        name + ": its name does not tell its format: give -p format"))
        : FileFormat.of(given);
  }

  private static Optional<FileFormat> format(String extension) {
    return switch (extension) {
      case "bson" -> Optional.of(FileFormat.BSON);
      case "jsonl", "json", "ndjson" -> Optional.of(FileFormat.JSONL);
      case "tsv" -> Optional.of(FileFormat.TSV);
      case "csv" -> Optional.of(FileFormat.CSV);
      default -> Optional.empty();
    };
  }

  /** Returns the content of a file. */
  public InputStream decompressed(InputStream in) throws IOException {
    return switch (compression) {
      case NONE -> in;
      case GZIP -> new GZIPInputStream(in, BLOCK);
      case ZSTD -> new ZstdInputStreamNoFinalizer(in);
    };
  }

  /** Returns a stream that compresses into a file. */
  public OutputStream compressed(OutputStream out) throws IOException {
    return switch (compression) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, BLOCK);
      case ZSTD -> new ZstdOutputStreamNoFinalizer(out, ZSTD_LEVEL).setChecksum(true);
    };
  }
}
