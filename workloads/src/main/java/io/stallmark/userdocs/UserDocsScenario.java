package io.stallmark.userdocs;

import io.stallmark.model.Op;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Tally;
import io.stallmark.spi.workload.Verification;
import io.stallmark.text.Text;
import io.stallmark.verification.BatchLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** User documents with resolved settings. */
final class UserDocsScenario implements Scenario {

  /** Bytes of a row's numbers: owner, id, version, kind. */
  private static final long NUMBERS = 4 + 8 + 8 + 1;

  private final UserDocsOptions options;
  private final SyncFindings findings = new SyncFindings();

  UserDocsScenario(UserDocsOptions options) {
    this.options = options;
  }

  @Override
  public List<Table> tables() {
    return List.of(options.documents().table());
  }

  @Override
  public List<Role> roles() {
    List<Op> ops = new ArrayList<>();
    if (options.scans()) {
      ops.add(options.documents().scanOwner(options.stamps()));
    }
    if (options.schedule().changes()) {
      ops.add(options.documents().update());
      ops.add(options.documents().delete());
    }
    ops.add(options.documents().insert("insert_document", 1));
    ops.add(options.documents().lastLid()); // when a client connects
    return List.of(
        new Role(
            Role.ONLY,
            ops,
            List.of("load", "sync"),
            false,
            options.scans() ? ProgressUnit.ROWS : ProgressUnit.TRANSACTIONS,
            (session, slice) -> new SyncClient(options, findings, session, slice)));
  }

  @Override
  public long rows(Table table) {
    return options.loaded();
  }

  @Override
  public long rowBytes(Table table) {
    return NUMBERS + (DocumentContent.SHORTEST + DocumentContent.LONGEST) / 2;
  }

  /** Returns 1: deletes are not subtracted, so that estimates of the size are upper limits. */
  @Override
  public double rowsPerTransaction() {
    return 1;
  }

  @Override
  public Load load(int machine, int machines) {
    return (session, slice, resumes) -> new DocumentLoader(options, resumes, session, slice);
  }

  @Override
  public Optional<String> loadIdentity() {
    return Optional.of(
        Text.format(
            "userdocs seed=%d documents=%d owners=%d compressible=%s",
            options.order().seed(),
            options.loaded(),
            options.order().owners(),
            options.compressible()));
  }

  /** Returns what the scans of the run found, whatever share of its errors is allowed. */
  @Override
  public List<String> missing(Session session) {
    return findings.sentences();
  }

  /** No two clients have an owner in common. */
  @Override
  public void share(int machine, int machines) {}

  @Override
  public Tally tally() {
    return Tally.of(findings.sentences());
  }

  @Override
  public void add(Tally tally) {
    tally.sentences().forEach(findings::add);
  }

  @Override
  public Verification verification() {
    return new DocumentVerification(options);
  }

  /** Inserts a share of the documents of a load, in their order of arrival. */
  private static final class DocumentLoader extends BatchLoader {

    private final ArrivalOrder order;
    private final DocumentContent content;

    DocumentLoader(UserDocsOptions options, boolean resumes, Session session, Slice slice)
        throws DbException {
      super(
          options.loaded(),
          options.documents().insert("load", options.batch()),
          options.documents().insert("load_row", 1),
          options.documents().find(),
          resumes,
          session,
          slice);
      order = options.order();
      content = options.content();
    }

    @Override
    protected void fill(long number, Args row) {
      DocumentWriter.fill(content, order.owner(number), order.lid(number), row);
    }

    @Override
    protected void select(long number, Args key) {
      key.set(0, order.owner(number)).set(1, order.lid(number));
    }
  }
}
