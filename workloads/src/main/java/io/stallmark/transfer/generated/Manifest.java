package io.stallmark.transfer.generated;

import io.stallmark.text.Text;
import io.stallmark.transfer.content.ContentSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Content of {@code manifest.json}, which describes a directory of files.
 *
 * @param settings what determines the content, see {@link FileLayout#settings}
 * @param complete whether all files are written
 * @param files the files that are written, in the order of their names
 */
record Manifest(String settings, boolean complete, List<Entry> files) {

  static final String NAME = "manifest.json";

  /**
   * A file.
   *
   * @param bytes size of the file
   * @param contentBytes size of the content, before it is compressed
   * @param sum sum of the documents' hashes in hexadecimal digits, modulo 2^64
   * @param xor exclusive or of the documents' hashes in hexadecimal digits
   */
  record Entry(String name, long documents, long bytes, long contentBytes, String sum, String xor) {

    static Entry of(String name, long bytes, long contentBytes, ContentSum content) {
      return new Entry(
          name, content.rows(), bytes, contentBytes, hex(content.sum()), hex(content.xor()));
    }

    private static String hex(long number) {
      return Text.format("%016x", number);
    }

    ContentSum content() {
      return new ContentSum(
          documents, Long.parseUnsignedLong(sum, 16), Long.parseUnsignedLong(xor, 16));
    }
  }

  Manifest {
    files = List.copyOf(files);
  }

  Optional<Entry> entry(String name) {
    return files.stream().filter(each -> each.name.equals(name)).findFirst();
  }

  Manifest with(Entry entry) {
    List<Entry> all = new ArrayList<>(files);
    all.removeIf(each -> each.name.equals(entry.name));
    all.add(entry);
    all.sort(java.util.Comparator.comparing(Entry::name));
    return new Manifest(settings, complete, all);
  }

  Manifest completed() {
    return new Manifest(settings, true, files);
  }

  /** Checksum of all documents. */
  ContentSum content() {
    return files.stream().map(Entry::content).reduce(ContentSum.EMPTY, ContentSum::and);
  }
}
