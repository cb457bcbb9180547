package io.stallmark.own.definition;

import io.stallmark.model.Param;
import io.stallmark.own.value.ValueSource;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the user has written: values, tables, transactions and checks.
 *
 * @param params all values by slot: those that are drawn, the number of a row, those that are kept
 * @param sources sources of the first of these values
 * @param tables tables that a load creates; empty: those of the user's exist
 * @param name the file, or the options, for messages
 * @param files the file with a hash of its content; empty: there is none
 */
public record OwnDefinition(
    List<Param> params,
    List<ValueSource> sources,
    List<OwnTable> tables,
    List<OwnRole> roles,
    List<OwnCheck> checks,
    String name,
    String files) {

  public OwnDefinition {
    params = List.copyOf(params);
    sources = List.copyOf(sources);
    tables = List.copyOf(tables);
    roles = List.copyOf(roles);
    checks = List.copyOf(checks);
  }

  /** Slot of the number of a row. */
  public int rowSlot() {
    return sources.size();
  }

  /**
   * Prepares every statement once.
   *
   * @throws DbException with the place of a statement that the server refuses
   */
  public void tryStatements(Session session) throws DbException {
    List<OwnStatement> statements =
        Stream.concat(
                roles.stream()
                    .flatMap(role -> role.transactions().stream())
                    .flatMap(transaction -> transaction.steps().stream())
                    .map(OwnStep::statement),
                checks.stream().map(OwnCheck::statement))
            .toList();
    for (OwnStatement each : statements) {
      each.prepare(session);
    }
  }
}
