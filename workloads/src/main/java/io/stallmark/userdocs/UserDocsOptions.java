package io.stallmark.userdocs;

import io.stallmark.data.Distribution;
import io.stallmark.data.Zipfian;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.Settings;
import io.stallmark.text.RefusedException;
import java.util.Set;

/**
 * Settings resolved for one database.
 *
 * @param order owners and ids of the documents of a load
 * @param loaded number of documents that a load inserts
 * @param batch documents of an insert of a load
 * @param schedule when owners sync, and which documents change
 * @param stamps whether a scan reads only id and version of the documents
 * @param zipfian whether owners are drawn with a Zipfian distribution, not uniformly
 * @param compressible share of a body that is one repeated byte
 */
record UserDocsOptions(
    UserDocuments documents,
    ArrivalOrder order,
    long loaded,
    int batch,
    ChangeSchedule schedule,
    boolean stamps,
    boolean zipfian,
    double compressible) {

  private static final double ZIPF_EXPONENT = 0.8;

  /**
   * @throws RefusedException with a message for the user
   */
  static UserDocsOptions resolve(Settings settings, long seed, Set<Capability> capabilities) {
    DocumentLayout layout = settings.choice(UserDocsWorkload.LAYOUT, DocumentLayout.class);
    FieldNames names = settings.choice(UserDocsWorkload.NAMES, FieldNames.class);
    int owners = settings.int32(UserDocsWorkload.OWNERS);
    long loaded = settings.integer(UserDocsWorkload.DOCUMENTS);
    return new UserDocsOptions(
        new UserDocuments(layout.table(names, capabilities), names),
        new ArrivalOrder(seed, owners),
        loaded,
        settings.int32(UserDocsWorkload.BATCH),
        ChangeSchedule.of(
            seed,
            settings.real(UserDocsWorkload.CHANGES),
            settings.int32(UserDocsWorkload.SCAN_EVERY),
            (loaded + owners - 1) / owners),
        settings.choice(UserDocsWorkload.PROJECTION).equals(UserDocsWorkload.STAMPS),
        settings.choice(UserDocsWorkload.OWNERS_LAW).equals(UserDocsWorkload.ZIPFIAN),
        settings.real(UserDocsWorkload.COMPRESSIBLE));
  }

  /** Whether owners sync: scan their documents. */
  boolean scans() {
    return schedule.scanEvery() > 0;
  }

  /** Creates the content of documents, for one thread. */
  DocumentContent content() {
    return new DocumentContent(order.seed(), compressible);
  }

  /** Creates the distribution of a client's owners, from 0 to {@code most}. */
  Distribution owners(int most) {
    return zipfian && most > 0
        ? new Zipfian(0, most, ZIPF_EXPONENT)
        : Distribution.uniform(0, most);
  }
}
