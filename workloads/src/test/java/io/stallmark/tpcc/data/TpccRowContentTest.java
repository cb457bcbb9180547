package io.stallmark.tpcc.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.stallmark.model.Op;
import io.stallmark.model.Op.Insert.Form;
import io.stallmark.model.Table;
import io.stallmark.spi.Args;
import io.stallmark.tpcc.schema.TpccSchema;
import io.stallmark.tpcc.schema.TpccTables;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import org.junit.jupiter.api.Test;

final class TpccRowContentTest {

  private static final TpccSchema SCHEMA =
      new TpccSchema(2, new Scale(100), 42, false, false, false);

  private final TpccRowContent content = SCHEMA.content();

  private static Args row(Table table, int rows) {
    Op insert = SCHEMA.load(table, rows, Form.PLAIN);
    return Args.of(insert);
  }

  private static String text(Args row, int slot) {
    return new String(row.getText(0, slot), 0, row.getLength(0, slot), StandardCharsets.US_ASCII);
  }

  @Test
  void lastNames_areTheSyllablesOfTheDigits() {
    assertThat(LastName.of(371)).isEqualTo("PRICALLYOUGHT");
    assertThat(LastName.of(0)).isEqualTo("BARBARBAR");
    byte[] name = "EINGEINGEING".getBytes(StandardCharsets.US_ASCII);
    assertThat(LastName.number(name, name.length)).isEqualTo(999);
    assertThat(LastName.number(name, 3)).isNegative();
  }

  @Test
  void firstThousandCustomers_haveAllNames() {
    Args row = row(TpccTables.CUSTOMER, 1);
    for (int customer = 1; customer <= 1000; customer++) {
      content.customer(1, 1, customer, row);
      assertThat(text(row, 5)).isEqualTo(LastName.of(customer - 1));
      assertThat(text(row, 4)).isEqualTo("OE");
      assertThat(row.getLength(0, 20)).isBetween(300, 500);
    }
  }

  @Test
  void customers_haveTheSharesOfTheStandard() {
    Args row = row(TpccTables.CUSTOMER, 1);
    int bad = 0;
    for (int customer = 1; customer <= 3000; customer++) {
      content.customer(2, 7, customer, row);
      bad += text(row, 13).equals("BC") ? 1 : 0;
      assertThat(row.getLong(0, 16)).isEqualTo(-1000);
      assertThat(row.getLong(0, 17)).isEqualTo(1000);
    }
    assertThat(bad).isBetween(250, 350);
  }

  @Test
  void orders_areOneOfEachCustomer() {
    Args row = row(TpccTables.ORDERS, 1);
    BitSet customers = new BitSet();
    for (int order = 1; order <= 3000; order++) {
      content.order(1, 3, order, row);
      customers.set((int) row.getLong(0, 3));
      assertThat(row.isNull(0, 5)).isEqualTo(order > 2100);
      assertThat(row.getLong(0, 6)).isEqualTo(content.lines(1, 3, order));
    }
    assertThat(customers.nextClearBit(1)).isEqualTo(3001);
    assertThat(customers.cardinality()).isEqualTo(3000);
  }

  @Test
  void lines_areFiveToFifteenOfAnOrder() {
    Args batch = row(TpccTables.ORDER_LINE, 20);
    long all = 0;
    for (int order = 1; order <= 3000; order++) {
      int lines = content.lines(1, 1, order, batch, 2);
      all += lines;
      assertThat(lines).isBetween(5, 15);
      assertThat(batch.rows()).isEqualTo(2 + lines);
      assertThat(batch.getLong(2, 3)).isEqualTo(1);
      assertThat(batch.isNull(2, 6)).isEqualTo(order > 2100);
      assertThat(batch.getLong(2, 8)).isBetween(order > 2100 ? 1L : 0, order > 2100 ? 999_999L : 0);
    }
    assertThat(all).isBetween(29_700L, 30_300L);
  }

  @Test
  void content_dependsOnSeedAndKeyAlone() {
    Args first = row(TpccTables.STOCK, 1);
    Args second = row(TpccTables.STOCK, 1);
    content.stock(1, 77, first);
    content.customer(1, 1, 5, row(TpccTables.CUSTOMER, 1));
    content.stock(1, 77, second);
    assertThat(text(second, 16)).isEqualTo(text(first, 16));
    new TpccSchema(2, new Scale(100), 43, false, false, false).content().stock(1, 77, second);
    assertThat(text(second, 16)).isNotEqualTo(text(first, 16));
  }

  @Test
  void partOfTheStandard_hasFewerCustomersAndOrders_ofTheSameKeys() {
    TpccSchema tenth = new TpccSchema(2, new Scale(10), 42, false, false, false);
    Args whole = row(TpccTables.CUSTOMER, 1);
    Args part = row(TpccTables.CUSTOMER, 1);
    content.customer(2, 7, 300, whole);
    tenth.content().customer(2, 7, 300, part);
    assertThat(text(part, 20)).isEqualTo(text(whole, 20));
    BitSet customers = new BitSet();
    Args order = row(TpccTables.ORDERS, 1);
    for (int number = 1; number <= 300; number++) {
      tenth.content().order(1, 3, number, order);
      customers.set((int) order.getLong(0, 3));
      assertThat(order.isNull(0, 5)).isEqualTo(number > 210);
    }
    assertThat(customers.nextClearBit(1)).isEqualTo(301);
    Args district = row(TpccTables.DISTRICT, 1);
    tenth.content().district(1, 1, district);
    assertThat(district.getLong(0, 10)).isEqualTo(301);
    assertThat(district.getLong(0, 9)).as("10.00 of each customer").isEqualTo(300_000);
    content.district(1, 1, district);
    assertThat(district.getLong(0, 9)).as("d_ytd of the standard").isEqualTo(3_000_000);
  }

  @Test
  void tenthOfTheItems_isOriginal() {
    Args row = row(TpccTables.ITEM, 1);
    int original = 0;
    for (int item = 1; item <= 10_000; item++) {
      content.item(item, row);
      original += text(row, 4).contains("ORIGINAL") ? 1 : 0;
      assertThat(row.getLong(0, 3)).isBetween(100L, 10_000L);
    }
    assertThat(original).isBetween(900, 1100);
  }
}
