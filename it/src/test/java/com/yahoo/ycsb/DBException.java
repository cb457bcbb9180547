package com.yahoo.ycsb;

/** A failure of a binding. */
public class DBException extends Exception {

  private static final long serialVersionUID = 1;

  public DBException(String message) {
    super(message);
  }
}
