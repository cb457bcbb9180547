package io.stallmark.replay;

import io.stallmark.replay.OperationOrder.Place;
import io.stallmark.replay.ReplayOptions.Order;
import io.stallmark.spi.wire.OperationText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Decides what an operation waits for: a read for the writes that were answered before it was sent,
 * so that it can see them; a write for all operations that were answered before it was sent, so
 * that none of them sees it. For one thread.
 */
final class WaitRule {

  private final Order order;
  private final Answered all = new Answered();
  private final Answered unknown = new Answered(); // operations whose tables are not known
  private final Map<String, Answered> tables = new HashMap<>();
  private final Map<Integer, Set<String>> written = new HashMap<>(); // by session, uncommitted

  /** Answered operations: of all tables, or of one. */
  private static final class Answered {
    private final OperationOrder changes = new OperationOrder(); // writes that name the table
    private final OperationOrder writes = new OperationOrder();
    private final OperationOrder operations = new OperationOrder();

    Place last(boolean write) {
      return (write ? operations : writes).last();
    }

    void add(boolean write, List<Place> places) {
      places.add(operations.add());
      if (write) {
        places.add(writes.add());
      }
    }
  }

  WaitRule(Order order) {
    this.order = order;
  }

  /** Places of the last operations that must be done before an operation that is read now. */
  List<Place> before(int session, OperationText text) {
    boolean write = text.write();
    return switch (order) {
      case SESSION, NONE -> List.of();
      case COMMIT -> List.of(all.last(write));
      case TABLE -> {
        Set<String> named = tables(session, text);
        if (named.isEmpty()) {
          yield write ? List.of(all.last(true)) : List.of();
        }
        List<Place> places = new ArrayList<>();
        places.add(unknown.last(write));
        named.forEach(table -> places.add(answered(table).last(write)));
        yield places;
      }
    };
  }

  /**
   * Places of the last changes of the same tables that were answered before this operation, which
   * is answered now. They may have been sent later. Two changes of a row must take its lock in the
   * recorded order: otherwise a transaction would wait for the lock of another one, which waits for
   * its operation.
   */
  List<Place> changesBefore(OperationText text) {
    boolean ordered = order == Order.COMMIT || order == Order.TABLE;
    return ordered && text.write()
        ? text.tables().stream().map(table -> answered(table).changes.last()).toList()
        : List.of();
  }

  /** Gives an operation that was answered its places. */
  List<Place> places(int session, OperationText text) {
    boolean write = text.write();
    List<Place> places = new ArrayList<>(2);
    if (order == Order.COMMIT) {
      all.add(write, places);
      addChanges(text, places);
    } else if (order == Order.TABLE) {
      all.add(write, places);
      Set<String> named = tables(session, text);
      named.forEach(table -> answered(table).add(write, places));
      addChanges(text, places);
      if (write && named.isEmpty()) {
        unknown.add(true, places);
      } else if (write && text.tables().isEmpty()) {
        written.remove(session);
      } else if (write) {
        written.computeIfAbsent(session, number -> new HashSet<>()).addAll(named);
      }
    }
    return places;
  }

  private void addChanges(OperationText text, List<Place> places) {
    if (text.write()) {
      text.tables().forEach(table -> places.add(answered(table).changes.add()));
    }
  }

  /**
   * Tables of an operation. A write that names none is taken as the commit of the session's earlier
   * writes.
   */
  private Set<String> tables(int session, OperationText text) {
    return text.tables().isEmpty() && text.write()
        ? written.getOrDefault(session, Set.of())
        : text.tables();
  }

  private Answered answered(String table) {
    return tables.computeIfAbsent(table, name -> new Answered());
  }

  /** Forgets a session that has ended. */
  void ended(int session) {
    written.remove(session);
  }
}
