package io.stallmark.own.definition;

import io.stallmark.model.Op;
import io.stallmark.spi.DbException;
import io.stallmark.spi.PreparedOperation;
import io.stallmark.spi.Session;

/**
 * Statement of the user's.
 *
 * @param inserts whether it inserts a row
 * @param place where it was written, for messages
 */
public record OwnStatement(Op.Native op, boolean inserts, String place) {

  /**
   * Prepares the statement.
   *
   * @throws DbException with the place, if the server refuses it
   */
  public PreparedOperation prepare(Session session) throws DbException {
    try {
      return PreparedOperation.of(session, op);
    } catch (DbException e) {
      throw new DbException(e.kind(), e.code(), place + ": " + e.getMessage(), e);
    }
  }
}
