package io.stallmark.linkbench.request;

import io.stallmark.linkbench.data.LinkContent;
import io.stallmark.linkbench.data.NodeContent;
import io.stallmark.linkbench.schema.GraphTables;
import io.stallmark.linkbench.schema.SocialGraph;
import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.spi.Row;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * LinkBench's tables in memory, with transactions that can be undone: one at a time, for sessions
 * of one thread. Whatever a session does, a test may let fail, before or after it has happened.
 */
final class GraphStore {

  /** What a node's links or their count are found by. */
  record ListKey(long type, long id1) {}

  record Link(long visibility, ByteBuffer data, long time, long version) {
    Link visibility(long now) {
      return new Link(now, data, time, version);
    }
  }

  /** A link with its key, as it is read. */
  record StoredLink(ListKey list, long id2, Link link) implements Row {
    @Override
    public long getLong(int column) {
      return switch (column) {
        case 0 -> list.id1();
        case 1 -> id2;
        case 2 -> list.type();
        case 3 -> link.visibility();
        case 5 -> link.time();
        case 6 -> link.version();
        default -> throw new IllegalArgumentException("Column " + column);
      };
    }

    @Override
    public double getDouble(int column) {
      throw new IllegalArgumentException("Column " + column);
    }

    @Override
    public int getText(int column, byte[] into) {
      return copy(link.data(), into);
    }
  }

  record Count(long count, long time, long version) {}

  record Node(long type, long version, long time, ByteBuffer data) {}

  /** What a test does at a statement, a begin or a commit. */
  interface Fault {
    Fault NONE = (statement, done) -> {};

    /**
     * @param done whether it has happened already
     */
    void strike(String statement, boolean done) throws DbException;
  }

  final Map<ListKey, TreeMap<Long, Link>> links = new HashMap<>();
  final Map<ListKey, Count> counts = new HashMap<>();
  final TreeMap<Long, Node> nodes = new TreeMap<>();

  /** The links of all lists that were read, in order. */
  final List<StoredLink> listed = new ArrayList<>();

  Fault fault = Fault.NONE;

  private final Deque<Runnable> undo = new ArrayDeque<>();
  private long numbered;

  /** The graph as it is loaded. */
  static GraphStore loaded(SocialGraph social) {
    GraphStore store = new GraphStore();
    LinkContent links = social.linkContent();
    NodeContent nodes = social.nodeContent();
    byte[] data = new byte[1 << 20];
    long end = social.graph().firstId() + social.graph().nodes();
    for (long id = social.graph().firstId(); id < end; id++) {
      nodes.turnTo(id);
      nodes.data(data);
      store.nodes.put(id, new Node(GraphTables.NODE_TYPE, 1, 0, bytes(data, nodes.length())));
      for (int type = 0; type < social.graph().types(); type++) {
        ListKey key = new ListKey(GraphTables.FIRST_LINK_TYPE + type, id);
        long count = social.graph().links(id, type);
        for (long i = 0; i < count; i++) {
          links.turnTo(id, type, i);
          links.data(data);
          Link link = new Link(1, bytes(data, links.length()), links.time(), 0);
          store.list(key).put(links.id2(), link);
        }
        if (count > 0) {
          store.counts.put(key, new Count(count, 0, 0));
        }
      }
    }
    return store;
  }

  TreeMap<Long, Link> list(ListKey key) {
    return links.computeIfAbsent(key, any -> new TreeMap<>());
  }

  /** Visible links, latest first. */
  List<StoredLink> visible(ListKey key, long until) {
    List<StoredLink> found = new ArrayList<>();
    list(key)
        .forEach(
            (id2, link) -> {
              if (link.visibility() == 1 && link.time() <= until) {
                found.add(new StoredLink(key, id2, link));
              }
            });
    found.sort(
        Comparator.comparingLong((StoredLink found1) -> found1.link().time())
            .thenComparingLong(StoredLink::id2)
            .reversed());
    return found;
  }

  void put(ListKey key, long id2, Link link) {
    TreeMap<Long, Link> list = list(key);
    Link before = list.put(id2, link);
    undo.push(() -> restore(list, id2, before));
  }

  void put(ListKey key, Count count) {
    Count before = counts.put(key, count);
    undo.push(() -> restore(counts, key, before));
  }

  void insert(long id, Node node) throws DbException {
    if (nodes.containsKey(id)) {
      throw failure(Kind.DUPLICATE_KEY);
    }
    nodes.put(id, node);
    undo.push(() -> nodes.remove(id));
  }

  private static <K, V> void restore(Map<K, V> map, K key, V before) {
    if (before == null) {
      map.remove(key);
    } else {
      map.put(key, before);
    }
  }

  /** The number of the next node that comes without one. */
  long number() {
    numbered = Math.max(numbered, nodes.isEmpty() ? 0 : nodes.lastKey()) + 1;
    return numbered;
  }

  void commit() {
    undo.clear();
  }

  void rollback() {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
  }

  static ByteBuffer bytes(byte[] data, int length) {
    return ByteBuffer.wrap(Arrays.copyOf(data, length));
  }

  static int copy(ByteBuffer data, byte[] into) {
    System.arraycopy(data.array(), 0, into, 0, Math.min(into.length, data.capacity()));
    return data.capacity();
  }

  static DbException failure(Kind kind) {
    return new DbException(kind, "X", "It failed.", null);
  }
}
