package com.yahoo.ycsb;

/** Outcome of a call. */
public class Status {

  public static final Status OK = new Status("OK");
  public static final Status ERROR = new Status("ERROR");
  public static final Status NOT_FOUND = new Status("NOT_FOUND");
  public static final Status NOT_IMPLEMENTED = new Status("NOT_IMPLEMENTED");

  private final String name;

  public Status(String name) {
    this.name = name;
  }

  public String getName() {
    return name;
  }
}
