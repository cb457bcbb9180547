package io.stallmark.linkbench.request;

import io.stallmark.linkbench.request.GraphStore.Count;
import io.stallmark.linkbench.request.GraphStore.Link;
import io.stallmark.linkbench.request.GraphStore.ListKey;
import io.stallmark.linkbench.request.GraphStore.Node;
import io.stallmark.linkbench.request.GraphStore.StoredLink;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.model.Assignment;
import io.stallmark.model.Op;
import io.stallmark.model.Param;
import io.stallmark.model.Value;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.spi.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Known by its name, and its slots by theirs. */
final class StoreStatement implements Statement {

  private final StoreSession session;
  private final GraphStore store;

  private final Op op;
  private final List<String> slots;
  private Args args;
  private Outcome outcome;
  private long generated;

  StoreStatement(StoreSession session, GraphStore store, Op op) {
    this.session = session;
    this.store = store;
    this.op = op;
    slots = op.params().stream().map(Param::name).toList();
  }

  @Override
  public Outcome outcome() {
    return outcome;
  }

  @Override
  public long generatedKey() {
    return generated;
  }

  @Override
  public long execute(Args given, @Nullable RowSink sink) throws DbException {
    args = given;
    store.fault.strike(op.name(), false);
    long rows = rows(sink);
    if (!session.isOpen()) {
      store.commit();
    }
    store.fault.strike(op.name(), true);
    return rows;
  }

  private long rows(@Nullable RowSink sink) throws DbException {
    return switch (op.name()) {
      case "put_link" -> op.replaced().isEmpty() ? putLink() : replaceLink(sink);
      case "change_link" -> changeLink();
      case "raise_count" -> count(1, 1);
      case "lower_count" -> count(0, -1);
      case "lock_link", "hide_link" -> lockOrHide(sink);
      case "read_count" -> readCount(sink);
      case "read_links" -> readLinks(sink);
      case "list_links", "list_older_links" -> list((Op.Read) op, sink);
      case "insert_node" -> insertNode();
      case "change_node" -> changeNode();
      case "remove_node" -> removeNode();
      case "read_node" -> readNode(sink);
      default -> throw new AssertionError("Unknown: " + op.name());
    };
  }

  private long number(String slot) {
    return args.getLong(0, slots.indexOf(slot));
  }

  private Link link() {
    int slot = slots.indexOf("data");
    return new Link(
        1, GraphStore.bytes(args.getText(0, slot), args.getLength(0, slot)), number("time"), 0);
  }

  private ListKey list() {
    return new ListKey(number("link_type"), number("id1"));
  }

  private long putLink() {
    transactional();
    Link before = store.list(list()).get(number("id2"));
    if (before == null) {
      outcome = Outcome.INSERTED;
      store.put(list(), number("id2"), link());
    } else if (before.visibility() == 1) {
      outcome = Outcome.UNCHANGED;
      return 0;
    } else {
      outcome = Outcome.CHANGED;
      store.put(list(), number("id2"), before.visibility(1));
    }
    return 1;
  }

  private long replaceLink(@Nullable RowSink sink) throws DbException {
    transactional();
    Link before = store.list(list()).get(number("id2"));
    store.put(list(), number("id2"), link());
    return before == null ? 0 : hand(sink, List.of(numbers(before.visibility())));
  }

  private long changeLink() {
    transactional();
    store.put(list(), number("id2"), link());
    return 1;
  }

  private long count(long first, long step) {
    transactional();
    ListKey key = new ListKey(number("link_type"), number("id"));
    Count before = store.counts.get(key);
    store.put(
        key,
        before == null
            ? new Count(first, number("time"), firstVersion())
            : new Count(Math.max(0, before.count() + step), number("time"), before.version() + 1));
    return 1;
  }

  private long firstVersion() {
    return op instanceof Op.Insert insert
            && insert.values().get(insert.columns().indexOf("version")).equals(Value.literal(1))
        ? 1
        : 0;
  }

  private long lockOrHide(@Nullable RowSink sink) throws DbException {
    transactional();
    Link link = store.list(list()).get(number("id2"));
    if (link == null) {
      return 0;
    }
    if (op.name().equals("lock_link")) {
      return hand(sink, List.of(numbers(link.visibility())));
    }
    store.put(list(), number("id2"), link.visibility(0));
    return op.replaced().isEmpty() ? 1 : hand(sink, List.of(numbers(link.visibility())));
  }

  private void transactional() {
    session.assertThatOpenIs(true);
  }

  private long readCount(@Nullable RowSink sink) throws DbException {
    Count count = store.counts.get(new ListKey(number("link_type"), number("id")));
    return count == null ? 0 : hand(sink, List.of(numbers(count.count())));
  }

  private long readLinks(@Nullable RowSink sink) throws DbException {
    List<StoredLink> found = new ArrayList<>();
    int slot = slots.indexOf("id2");
    LongStream.range(0, args.getLength(0, slot))
        .map(i -> args.getOfList(slot, (int) i))
        .distinct()
        .forEach(
            id2 -> {
              Link link = store.list(list()).get(id2);
              if (link != null) {
                found.add(new StoredLink(list(), id2, link));
              }
            });
    return hand(sink, found);
  }

  private long list(Op.Read read, @Nullable RowSink sink) throws DbException {
    long until = slots.contains("time") ? number("time") : Long.MAX_VALUE;
    List<StoredLink> found =
        store.visible(list(), until).stream().skip(read.skip()).limit(read.limitRows()).toList();
    store.listed.addAll(found);
    return hand(sink, found);
  }

  private long insertNode() throws DbException {
    generated = slots.contains("id") ? 0 : store.number();
    store.insert(slots.contains("id") ? number("id") : generated, node(1));
    return 1;
  }

  private Node node(long version) {
    Link data = link();
    return new Node(GraphTables.NODE_TYPE, version, data.time(), data.data());
  }

  private long changeNode() {
    boolean counts =
        ((Op.Update) op).assignments().stream().anyMatch(Assignment.Add.class::isInstance);
    return store.nodes.computeIfPresent(
                number("id"), (id, before) -> node(counts ? before.version() + 1 : 2))
            == null
        ? 0
        : 1;
  }

  private long removeNode() {
    return store.nodes.remove(number("id")) == null ? 0 : 1;
  }

  private long readNode(@Nullable RowSink sink) throws DbException {
    Node node = store.nodes.get(number("id"));
    return node == null
        ? 0
        : hand(
            sink,
            List.of(
                new Numbers(
                    List.of(number("id"), node.type(), node.version(), node.time()), node)));
  }

  private static long hand(@Nullable RowSink sink, List<? extends Row> rows) throws DbException {
    for (Row row : rows) {
      if (sink != null) {
        sink.row(row);
      }
    }
    return rows.size();
  }

  private static Row numbers(long number) {
    return new Numbers(List.of(number), new Node(0, 0, 0, GraphStore.bytes(new byte[0], 0)));
  }

  /** A row of numbers and what a node holds. */
  private record Numbers(List<Long> numbers, Node node) implements Row {
    @Override
    public long getLong(int column) {
      return numbers.get(column);
    }

    @Override
    public double getDouble(int column) {
      throw new IllegalArgumentException("Column " + column);
    }

    @Override
    public int getText(int column, byte[] into) {
      return GraphStore.copy(node.data(), into);
    }
  }
}
