package io.stallmark.userdocs;

import io.stallmark.model.TableLayout;
import io.stallmark.spi.Capability;
import io.stallmark.spi.workload.DeclaredWorkload;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Setting;
import io.stallmark.spi.workload.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The workload {@code userdocs}. */
public final class UserDocsWorkload extends DeclaredWorkload {

  static final String LAYOUT = "layout";
  static final String NAMES = "names";
  static final String OWNERS = "owners";
  static final String DOCUMENTS = "documents";
  static final String BATCH = "batch";
  static final String SCAN_EVERY = "scan-every";
  static final String PROJECTION = "projection";
  static final String STAMPS = "stamps";
  static final String OWNERS_LAW = "owners-law";
  static final String ZIPFIAN = "zipfian";
  static final String CHANGES = "changes";
  static final String COMPRESSIBLE = "compressible";

  /** Owners and threads of the article. */
  private static final String MANY_OWNERS = "6000";

  private static final int THREADS = 8;

  public UserDocsWorkload() {
    super(
        "userdocs",
        "documents of many owners: each insert follows a scan of all documents of the owner",
        List.of(
            Setting.choice(
                LAYOUT, DocumentLayout.class, "where the documents of an owner are stored"),
            Setting.choice(NAMES, FieldNames.class, "names of the fields of a document"),
            Setting.integer(OWNERS, MANY_OWNERS, 1, 1 << 24, "owners, numbered from 1"),
            Setting.integer(DOCUMENTS, "60000", 0, 1L << 40, "documents that a load inserts"),
            Setting.integer(BATCH, "100", 1, 1000, "documents of an insert of the load"),
            Setting.integer(
                SCAN_EVERY, "1", 0, 1_000_000, "inserts for each scan of an owner; 0: no scan"),
            Setting.choice(
                PROJECTION,
                List.of(DOCUMENTS, STAMPS),
                "what a scan reads: whole documents, or id and version of each"),
            Setting.real(
                CHANGES, "0", 0, 1, "share of the scanned documents that the origin has changed"),
            Setting.choice(
                OWNERS_LAW, List.of("uniform", ZIPFIAN), "distribution of the owners that sync"),
            Setting.real(
                COMPRESSIBLE, "0.6", 0, 1, "share of a body that is one repeated byte, 0 to 1")));
  }

  @Override
  public List<Role.Size> roles(Settings settings) {
    return List.of(new Role.Size(Role.ONLY, THREADS));
  }

  @Override
  public Map<String, Map<String, String>> operations() {
    return Map.of("insert_document", Map.of(SCAN_EVERY, "0"));
  }

  @Override
  public TableLayout layout(Settings settings) {
    return settings.choice(LAYOUT, DocumentLayout.class).arrangement();
  }

  @Override
  public Scenario scenario(Settings settings, long seed, Set<Capability> capabilities) {
    return new UserDocsScenario(UserDocsOptions.resolve(settings, seed, capabilities));
  }
}
