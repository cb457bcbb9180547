package io.stallmark.transfer;

import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.spi.Capability;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Settings;
import io.stallmark.transfer.content.KeyOrder;
import io.stallmark.transfer.content.ObjectProfile;
import io.stallmark.transfer.format.FileFormat;
import io.stallmark.transfer.generated.FileLayout;
import io.stallmark.transfer.pipeline.KeyRanges;
import io.stallmark.transfer.pipeline.RowOperations;
import java.util.List;
import java.util.Set;

/**
 * Settings resolved for one database.
 *
 * @param layout content of the files
 * @param imports whether documents are imported
 * @param exports whether documents are exported
 * @param file directory of the files; empty: a temporary one
 * @param objects operations on the table
 * @param batch maximum number of documents of an insert
 * @param batchBytes maximum size of an insert with more than one document, bytes of the file
 * @param forms forms of the insert, the fastest first; the database has the last one
 * @param indexesAfter whether the secondary indexes are created after the documents are inserted
 */
record TransferOptions(
    FileLayout layout,
    boolean imports,
    boolean exports,
    String file,
    RowOperations objects,
    int batch,
    int batchBytes,
    List<Form> forms,
    boolean indexesAfter) {

  static TransferOptions resolve(Settings settings, long seed, Set<Capability> capabilities) {
    ObjectProfile profile = settings.choice(TransferWorkload.PROFILE, ObjectProfile.class);
    String direction = settings.choice(TransferWorkload.DIRECTION);
    return new TransferOptions(
        new FileLayout(
            profile,
            documents(settings),
            seed,
            settings.real(TransferWorkload.COMPRESSIBLE),
            settings.choice(TransferWorkload.FORMAT, FileFormat.class),
            settings.choice(TransferWorkload.COMPRESS).equals(TransferWorkload.ZSTD),
            settings.choice(TransferWorkload.KEY_ORDER, KeyOrder.class)),
        !direction.equals(TransferWorkload.EXPORT),
        !direction.equals(TransferWorkload.IMPORT),
        settings.text(TransferWorkload.FILE),
        new RowOperations(
            profile.table(
                !settings.choice(TransferWorkload.INDEXES).equals(TransferWorkload.NONE))),
        settings.int32(TransferWorkload.BATCH),
        settings.int32(TransferWorkload.MAX_BATCH_BYTES),
        forms(
            settings.choice(TransferWorkload.INSERT_FORM),
            capabilities.contains(Capability.OBJECT_IDS)),
        settings.choice(TransferWorkload.INDEXES).equals(TransferWorkload.AFTER));
  }

  /** Forms of a setting. STREAM is not among those of auto: LOAD DATA can change values. */
  private static List<Form> forms(String word, boolean ofDocuments) {
    return switch (word) {
      case "auto" -> ofDocuments ? List.of(Form.UNORDERED) : List.of(Form.BULK, Form.PLAIN);
      case "insert" -> List.of(Form.PLAIN);
      case "stream" -> List.of(Form.STREAM);
      case "bulk" -> List.of(Form.BULK);
      case "unordered" -> List.of(Form.UNORDERED);
      default -> throw new IllegalArgumentException("There is no insert-form " + word);
    };
  }

  /** Number of documents: as given, or the profile's default. */
  static long documents(Settings settings) {
    long given = settings.integer(TransferWorkload.DOCUMENTS);
    return given > 0
        ? given
        : settings.choice(TransferWorkload.PROFILE, ObjectProfile.class).documents();
  }

  /** Number of rows of an insert of a load, so that its size stays below the maximum. */
  int loadBatch() {
    int fitting = batchBytes / (2 * layout.profile().meanBytes());
    return Math.max(1, Math.min(batch, fitting));
  }

  /** Insert of the form that the database has in any case. */
  Op.Insert insert() {
    return insert(forms.get(forms.size() - 1));
  }

  private Op.Insert insert(Form form) {
    return objects.insert("insert_documents", batch, form);
  }

  /**
   * Insert of the first form that the database accepts.
   *
   * @throws DbException if it accepts none
   */
  Op.Insert insert(Session session) throws DbException {
    for (Form form : forms.subList(0, forms.size() - 1)) {
      if (session.accepts(insert(form))) {
        return insert(form);
      }
    }
    session.prepare(insert());
    return insert();
  }

  /** Reads a range of keys. */
  Op.Read range() {
    return objects.range("read_documents", false);
  }

  /** Divides the keys for a number of clients. */
  KeyRanges ranges(int clients) {
    return KeyRanges.ofRows(layout.documents(), layout.profile().meanBytes(), clients);
  }

  /** Counts the documents in the table. */
  long count(Session session) throws DbException {
    return PreparedOperation.of(session, objects.count("count_documents")).number(0);
  }
}
