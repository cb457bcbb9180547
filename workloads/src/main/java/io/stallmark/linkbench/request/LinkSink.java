package io.stallmark.linkbench.request;

import io.stallmark.linkbench.data.PayloadData;
import io.stallmark.spi.DbException;
import io.stallmark.spi.Row;
import io.stallmark.spi.RowSink;
import io.stallmark.text.Text;

/**
 * Decodes every column of each link, as the original creates an object for each. Keeps the last
 * link.
 */
final class LinkSink implements RowSink {

  private final byte[] data = new byte[PayloadData.MOST_OF_LINK + 1];
  private long id1;
  private long id2;
  private long type;
  private long visibility;
  private int length;
  private long time;
  private long version;

  @Override
  public void row(Row row) throws DbException {
    id1 = row.getLong(0);
    id2 = row.getLong(1);
    type = row.getLong(2);
    visibility = row.getLong(3);
    length = row.getText(4, data);
    time = row.getLong(5);
    version = row.getLong(6);
  }

  /** Time of the last link, in ms since 1970. */
  long time() {
    return time;
  }

  @Override
  public String toString() {
    return Text.format(
        "link %d -> %d of type %d, visibility %d, version %d, time %d, %d bytes",
        id1, id2, type, visibility, version, time, length);
  }
}
