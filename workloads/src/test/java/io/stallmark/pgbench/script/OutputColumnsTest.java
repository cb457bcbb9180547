package io.stallmark.pgbench.script;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names are those of PostgreSQL 15; empty: {@code ?column?}. */
final class OutputColumnsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a                                      | a
          "A b"                                  | A b
          t.a                                    | a
          DISTINCT a                             | a
          DISTINCT ON (b) a                      | a
          a AS x                                 | x
          CAST(a AS int) AS x                    | x
          a + 1 x                                | x
          count(*) x                             | x
          count(*)                               | count
          pg_catalog.upper(a)                    | upper
          (a)                                    | a
          (r).f                                  | f
          a[1]                                   | a
          a::int                                 | a
          a::numeric(9, 2)::text                 | a
          CAST(a AS bigint)                      | a
          CAST(t.a AS double precision)          | a
          max(a)::int                            | max
          CAST(1 AS int)                         | int4
          1::bigint                              | int8
          :v::numeric(9, 2)                      | numeric
          '1'::pg_catalog.int4                   | int4
          'x'::character varying(3)              | varchar
          now()::timestamp with time zone        | now
          'now'::timestamp(3) with time zone     | timestamptz
          1::double precision                    | float8
          '{1}'::int[]                           | int4
          date '2026-01-31'                      | date
          true                                   | ``
          sum(a) OVER (PARTITION BY b)           | sum
          sum(a) OVER w                          | sum
          sum(a) FILTER (WHERE b > 0)            | sum
          a COLLATE "C"                          | a
          (SELECT max(a) FROM t)                 | max
          (SELECT a AS x FROM t)                 | x
          EXISTS (SELECT 1)                      | exists
          ARRAY[1, 2]                            | array
          CASE WHEN a > 0 THEN 1 END             | case
          CASE WHEN a > 0 THEN 1 ELSE 2 END      | case
          CASE WHEN b > 0 THEN 1 ELSE a END      | a
          case min(b) when 1 then 2 else max(a) end | max
          zone                                   | zone
          a + b                                  | ``
          a AND b                                | ``
          a IS NULL                              | ``
          NOT a                                  | ``
          :v                                     | ``
          NULL                                   | ``
          1.50                                   | ``
          - a                                    | ``
          a::int + 1                             | ``
          """)
  void column_hasTheNameThatPostgreSqlGivesIt(String item, String name) {
    assertThat(OutputColumns.of("SELECT " + item)).hasValue(List.of(name));
    assertThat(OutputColumns.of("SELECT 1 AS u, " + item + " FROM t")).hasValue(List.of("u", name));
  }

  @Test
  void columnsOfReturning_areNamed_andThoseOfAStarAreNot() {
    assertThat(OutputColumns.of("UPDATE t SET a = 1 RETURNING a, CAST(b AS int)"))
        .hasValue(List.of("a", "b"));
    assertThat(OutputColumns.of("SELECT 1 AS a, t.* FROM t")).isEmpty();
    assertThat(OutputColumns.of("DELETE FROM t")).isEmpty();
  }
}
