package io.stallmark.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A secondary index over the columns in this order, ascending; or a foreign key, which is created
 * when indexes are.
 *
 * @param references what the columns refer to; null: this is an index
 */
public record Index(
    String name, List<String> columns, boolean unique, @Nullable Reference references) {

  /**
   * The other end of a foreign key. An index of the table, or its primary key, must begin with the
   * columns that refer to it: some databases would otherwise create one.
   */
  public record Reference(String table, List<String> columns) {
    public Reference {
      columns = List.copyOf(columns);
    }
  }

  public Index {
    columns = List.copyOf(columns);
  }

  public Index(String name, List<String> columns, boolean unique) {
    this(name, columns, unique, null);
  }

  /** Creates a foreign key to the primary key of a table that is declared before. */
  public static Index foreignKey(String name, List<String> columns, Table to) {
    return new Index(name, columns, false, new Reference(to.name(), to.primaryKey()));
  }
}
