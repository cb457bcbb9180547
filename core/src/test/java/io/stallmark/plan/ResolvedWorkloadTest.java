package io.stallmark.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.stallmark.model.Column;
import io.stallmark.model.Index;
import io.stallmark.model.Op;
import io.stallmark.model.Predicate;
import io.stallmark.model.Select;
import io.stallmark.model.Table;
import io.stallmark.model.Type;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Session;
import io.stallmark.spi.workload.Client;
import io.stallmark.spi.workload.Loader;
import io.stallmark.spi.workload.ProgressUnit;
import io.stallmark.spi.workload.Role;
import io.stallmark.spi.workload.Scenario;
import io.stallmark.spi.workload.Slice;
import io.stallmark.spi.workload.Verification;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ResolvedWorkloadTest {

  private static final Map<String, String> STORAGE = Map.of("engine", "Rocks");

  private static final Table TABLE =
      new Table(
          "t",
          List.of(new Column("id", Type.INT32, Column.Fill.REQUIRED)),
          List.of("id"),
          List.of(new Index("i", List.of("id"), true)),
          Map.of());

  private final List<String> begun = new ArrayList<>();

  /** A scenario with one table and the roles of these names. */
  private final class Phased implements Scenario {

    private final String name;
    private final double inserts;
    private final List<String> roles;

    Phased(String name, double inserts, String... roles) {
      this.name = name;
      this.inserts = inserts;
      this.roles = List.of(roles);
    }

    private Op op(String operation) {
      return new Op.Read(operation, List.of(), TABLE, Select.columns("id"), new Predicate.All());
    }

    @Override
    public List<Table> tables() {
      return List.of(TABLE);
    }

    @Override
    public List<Role> roles() {
      return roles.stream()
          .map(
              role ->
                  new Role(
                      role,
                      List.of(op("common"), op(name)),
                      List.of(),
                      name.equals("two"),
                      ProgressUnit.ROWS,
                      (session, slice) -> () -> begun.add(name + " " + role)))
          .toList();
    }

    @Override
    public List<String> warnings() {
      return List.of("Mind " + name + ".", "Mind all.");
    }

    @Override
    public long rows(Table table) {
      return 7;
    }

    @Override
    public double rowsPerTransaction() {
      return inserts;
    }

    @Override
    public boolean indexesAfterLoad() {
      return true;
    }

    @Override
    public void begin(Session session) {
      begun.add(name);
    }

    @Override
    public Load load(int machine, int machines) {
      return new Load() {
        @Override
        public Loader loader(Session session, Slice slice, boolean resumes) {
          return () -> 0;
        }

        @Override
        public boolean isFull(Table table) {
          return true;
        }
      };
    }

    @Override
    public Verification verification() {
      throw new UnsupportedOperationException("Nothing is verified here");
    }
  }

  private static final Session SESSION =
      (Session)
          Proxy.newProxyInstance(
              Session.class.getClassLoader(),
              new Class<?>[] {Session.class},
              (proxy, method, args) -> null);

  @Test
  void loadWithPhases_indexesATableAsSoonAsItIsFull() {
    ResolvedWorkload workload =
        ResolvedWorkload.of(List.of(new Phased("one", 0, "a"), new Phased("two", 0, "a")), STORAGE);
    assertThat(workload.scenario().load(0, 1).isFull(TABLE)).isTrue();
  }

  @Test
  void tables_haveTheStorage_andAreOtherwiseAsDeclared() {
    List<Table> tables = ResolvedWorkload.of(new Phased("one", 0, "a"), STORAGE).tables();
    assertThat(tables).containsExactly(TABLE.withStorage(STORAGE));
    assertThat(tables.get(0).indexes()).isEqualTo(TABLE.indexes());
  }

  @Test
  void roles_haveTheOperationsOfAllPhases_andClientsOfEach() throws DbException {
    Phased one = new Phased("one", 3, "a", "b");
    Phased two = new Phased("two", 0, "a", "b");
    ResolvedWorkload workload = ResolvedWorkload.of(List.of(one, two, one), Map.of());
    assertThat(workload.ops()).extracting(Op::name).containsExactly("common", "one", "two");
    assertThat(workload.roles()).extracting(Role::name).containsExactly("a", "b");
    assertThat(workload.roles().get(1).transactional()).isTrue();
    assertThat(workload.largest(Scenario::rowsPerTransaction)).isEqualTo(3);
    assertThat(workload.warnings()).containsExactly("Mind one.", "Mind all.", "Mind two.");
    workload.begin(SESSION, 1);
    List<Client> clients = workload.clients(1, SESSION, Slice.of(0, 1, 1));
    assertThat(clients).hasSize(3);
    assertThat(clients.get(2)).isSameAs(clients.get(0));
    clients.get(1).transaction();
    assertThat(begun).containsExactly("one", "two", "two b");
  }

  @Test
  void phasesThatDoNotGoTogether_areRefused() {
    Phased one = new Phased("one", 1, "a");
    assertThatThrownBy(() -> ResolvedWorkload.of(List.of(one, new Phased("two", 2, "a")), Map.of()))
        .hasMessageContaining("phases that insert must have the same settings");
    assertThatThrownBy(
            () -> ResolvedWorkload.of(List.of(one, new Phased("two", 0, "a", "b")), Map.of()))
        .hasMessageContaining("must not change the roles");
  }
}
