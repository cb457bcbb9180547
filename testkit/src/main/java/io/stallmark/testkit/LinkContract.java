package io.stallmark.testkit;

import static io.stallmark.model.Value.literal;
import static io.stallmark.model.Value.slot;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.stallmark.model.Assignment;
import io.stallmark.model.Column;
import io.stallmark.model.Column.Fill;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.Args;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Statement;
import io.stallmark.spi.server.TableState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that binary data and keys of several 64-bit numbers work on a binding. */
public abstract class LinkContract extends PairedKeyContract {

  private static final int DATA = 255;
  private static final int MUCH = 1 << 20;

  /** Bytes in a message. */
  private static final int SHOWN = 16;

  static final Predicate OF_A = Predicate.equal("a");
  static final Predicate BY_KEY = Predicate.all(OF_A, Predicate.equal("b"));

  private Optional<Table> made = Optional.empty();

  @AfterEach
  void dropLinks() throws DbException {
    database().drop(linkTable());
    made = Optional.empty();
  }

  /** Returns the empty table of this test, which the first call creates. */
  final Table links() throws DbException {
    if (made.isEmpty()) {
      create(linkTable());
      made = Optional.of(linkTable());
    }
    return made.get();
  }

  private Table linkTable() {
    return new Table(
        "contract_links",
        List.of(
            new Column("a", Type.UNSIGNED64, Fill.ZERO),
            new Column("b", Type.UNSIGNED64, Fill.ZERO),
            new Column("shown", Type.INT8, Fill.ZERO),
            new Column("n", Type.UNSIGNED32, Fill.ZERO),
            new Column("bytes", new Type.Bytes(DATA), Fill.ZERO)),
        List.of("a", "b"),
        List.of(new Index("all_of_a", List.of("a", "shown", "n", "b", "bytes"), false)),
        storage());
  }

  Op.Insert insertLinks(int rows) throws DbException {
    return insertOp(links(), rows, Form.PLAIN);
  }

  static void link(Args args, long a, long b, long n, byte... bytes) {
    System.arraycopy(bytes, 0, args.bytes(4, bytes.length), 0, bytes.length);
    args.set(0, a).set(1, b).set(2, 1).set(3, n).length(4, bytes.length);
  }

  /**
   * Inserts links (a, b) for b from 1 to 20 and a = 1, 2 and the greatest number; n = 100 · a + b.
   */
  void someLinks() throws DbException {
    Op.Insert op = insertLinks(20);
    Statement statement = session.prepare(op);
    Args args = Args.of(op);
    for (long a : new long[] {2, Long.MAX_VALUE, 1}) {
      for (int b = 1; b <= 20; b++) {
        link(args.row(b - 1), a, b, a > 2 ? b : 100 * a + b, (byte) b);
      }
      assertThat(statement.execute(args, null)).isEqualTo(20);
    }
  }

  Op.Read links(Predicate where, String... columns) throws DbException {
    return new Op.Read("links", links(), Select.columns(columns), where);
  }

  private static byte[] every(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  /** Reads the bytes of all rows of a table in the order of a column. */
  final List<byte[]> bytes(Table of, String order) throws DbException {
    List<byte[]> found = new ArrayList<>();
    byte[] buffer = new byte[MUCH];
    Op.Read read = new Op.Read("bytes", of, Select.columns("bytes")).orderBy(order);
    session
        .prepare(read)
        .execute(Args.of(read), row -> found.add(Arrays.copyOf(buffer, row.getText(0, buffer))));
    return found;
  }

  /** Compares bytes without printing all of them: a message of a megabyte tells nothing. */
  static void assertSame(List<byte[]> found, List<byte[]> expected) {
    assertThat(found).as("number of rows").hasSameSizeAs(expected);
    for (int row = 0; row < expected.size(); row++) {
      int at = Arrays.mismatch(found.get(row), expected.get(row));
      if (at >= 0) {
        fail(
            "The bytes of row %d differ from byte %d: %s of %d bytes, expected %s of %d bytes",
            row,
            at,
            some(found.get(row), at),
            found.get(row).length,
            some(expected.get(row), at),
            expected.get(row).length);
      }
    }
  }

  private static String some(byte[] bytes, int from) {
    int end = Math.min(bytes.length, from + SHOWN);
    return HexFormat.of().formatHex(bytes, Math.min(from, end), end)
        + (end < bytes.length ? "…" : "");
  }

  /** Tests that special characters of a text stream are read as they were stored. */
  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "STREAM", "BULK"})
  void everyByte_comesBackAsItWent(Form form) throws DbException {
    Op.Insert op = insertOp(links(), 10, form);
    Args args = Args.of(op);
    List<byte[]> contents =
        List.of(
            every(DATA),
            new byte[0],
            new byte[] {(byte) 255, 0, 32},
            every(7),
            new byte[] {'\\', 'N'},
            new byte[] {'\\', '\t', '\n', '\r', 0, '\\'},
            new byte[] {'N', 'U', 'L', 'L'});
    for (int i = 0; i < contents.size(); i++) {
      link(args.row(i), 1, i, i, contents.get(i));
    }
    try {
      assertThat(session.prepare(op).execute(args, null)).isEqualTo(contents.size());
    } catch (DbException e) {
      assertThat(e.getMessage()).containsAnyOf("form", "local_infile");
      return;
    }
    assertSame(bytes(links(), "n"), contents);
    assertThat(database().inspect(links())).isEqualTo(new TableState.Present());
  }

  @Test
  void longBytes_comeBackWhole_betweenShortOnes() throws DbException {
    Table texts =
        new Table(
            "contract_texts",
            List.of(
                new Column("id", Type.UNSIGNED64, Fill.REQUIRED),
                new Column("bytes", new Type.Bytes(MUCH), Fill.REQUIRED)),
            List.of("id"),
            List.of(),
            storage());
    on(
        texts,
        on -> {
          Op.Insert op = insertOp(on, 3, Form.PLAIN);
          Statement insert = session.prepare(op);
          Args args = Args.of(op);
          Random random = new Random(7);
          List<byte[]> contents = new ArrayList<>();
          for (int length : new int[] {3, MUCH - 1, 100, 200, 0, 70_000}) {
            byte[] content = new byte[length];
            random.nextBytes(content);
            int row = contents.size() % 3;
            System.arraycopy(content, 0, args.row(row).bytes(1, length), 0, length);
            contents.add(content);
            args.set(0, contents.size()).length(1, length);
            if (row == 2) {
              assertThat(insert.execute(args, null)).isEqualTo(3);
            }
          }
          assertSame(bytes(on, "id"), contents);
        });
  }

  @Test
  void keysOfWideNumbers_findTheirRows() throws DbException {
    someLinks();
    assertThat(rows(links(BY_KEY, "n"), 2, 7)).containsExactly("207");
    assertThat(rows(links(BY_KEY, "a", "b"), Long.MAX_VALUE, 20))
        .containsExactly(Long.MAX_VALUE + "|20");
    assertThat(rows(links(BY_KEY, "n"), 3, 7)).isEmpty();
    assertThat(rows(links(OF_A, "n").lastBy("b", 3), 1)).containsExactly("120", "119", "118");
    Predicate some = Predicate.all(OF_A, new Predicate.Between("b", slot("b"), literal(9)));
    assertThat(rows(links(some, "n").orderBy("b"), 2, 8)).containsExactly("208", "209");
    Predicate pages = new Predicate.Between("a", literal(0), literal(1));
    assertThat(rows(links(pages, "a", "b").lastBy("b", 2))).containsExactly("1|20", "1|19");
  }

  @Test
  void aNamedIndex_servesTheColumnsOfTheKeyToo() throws DbException {
    someLinks();
    Predicate shown =
        Predicate.all(
            OF_A, Predicate.equal("shown", 1), new Predicate.Between("n", literal(0), slot("b")));
    Op.Read last = links(shown, "a", "b", "shown", "n").lastBy("n", 2).using("all_of_a");
    assertThat(rows(last, 2, 205)).containsExactly("2|5|1|205", "2|4|1|204");
  }

  @Test
  void rowsOfWideKeys_areChangedAndDeletedOneByOne() throws DbException {
    someLinks();
    Op hide =
        new Op.Update(
            "hide",
            links(),
            List.of(
                new Assignment.Set("shown", literal(0)), new Assignment.Add("n", literal(1000))),
            BY_KEY);
    assertThat(session.prepare(hide).execute(Args.of(hide).set(0, 2).set(1, 5), null)).isEqualTo(1);
    Op delete = new Op.Delete("delete", links(), BY_KEY);
    assertThat(session.prepare(delete).execute(Args.of(delete).set(0, 1).set(1, 5), null))
        .isEqualTo(1);
    Predicate fives = Predicate.equal("b", 5);
    assertThat(rows(links(fives, "n", "shown").orderBy("n"))).containsExactly("5|1", "1205|0");
  }
}
