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
 * Decides what an operation waits for: a read for the writes that were answered, and the commits
 * that were sent, before it was sent, so that it can see them; a write for all operations that were
 * answered before it was sent, so that none of them sees it. For one thread.
 *
 * <p>Operations cannot wait for each other in a circle, because each of these waits is for one that
 * was sent or answered earlier.
 */
final class WaitRule {

  private final Order order;
  private final Answered all = new Answered();
  private final OperationOrder commits = new OperationOrder(); // in the order of sending
  private final Answered unknown = new Answered(); // operations whose tables are not known
  private final Map<String, Answered> tables = new HashMap<>();
  private final Map<Integer, Set<String>> written = new HashMap<>(); // by session, uncommitted

  /** Answered operations: of all tables, or of one. */
  private static final class Answered {
    private final OperationOrder changes = new OperationOrder(); // writes, and ends of transactions
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
      case COMMIT -> write ? List.of(all.last(true)) : List.of(all.last(false), commits.last());
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

  /** Gives a commit that is sent its place, for the reads that are sent after it. */
  List<Place> placesOfSent(OperationText text) {
    return order == Order.COMMIT && isCommit(text) ? List.of(commits.add()) : List.of();
  }

  private static boolean isCommit(OperationText text) {
    return text.write() && text.tables().isEmpty();
  }

  /**
   * Places of the last changes of the same tables, and of the ends of their transactions, that were
   * answered before this operation, which is answered now. They may have been sent later. Two
   * changes of a row must take its lock in the recorded order: otherwise a transaction would wait
   * for the lock of another one, which waits for its operation. And a change that saw a commit must
   * not conflict with it.
   */
  List<Place> changesBefore(OperationText text) {
    return order.spansSessions() && text.write()
        ? text.tables().stream().map(table -> answered(table).changes.last()).toList()
        : List.of();
  }

  /**
   * Gives an operation that was answered its places.
   *
   * @param failed whether the server refused it, which can end its transaction
   */
  List<Place> places(int session, OperationText text, boolean failed) {
    if (!order.spansSessions()) {
      return List.of();
    }
    boolean write = text.write();
    List<Place> places = new ArrayList<>(4);
    all.add(write, places);
    Set<String> named = tables(session, text);
    if (order == Order.TABLE) {
      named.forEach(table -> answered(table).add(write, places));
      if (write && named.isEmpty()) {
        unknown.add(true, places);
      }
    }
    if (write) {
      Set<String> freed = new HashSet<>(named);
      if (failed) {
        freed.addAll(written.getOrDefault(session, Set.of()));
      }
      freed.forEach(table -> places.add(answered(table).changes.add()));
      if (text.tables().isEmpty()) {
        written.remove(session);
      } else {
        written.computeIfAbsent(session, number -> new HashSet<>()).addAll(named);
      }
    }
    return places;
  }

  /**
   * Tables of an operation. A write that names none is taken as the end of the transaction that has
   * the session's earlier writes.
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
