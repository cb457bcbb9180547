package io.stallmark.linkbench.data;

import java.util.Locale;

/** LinkBench's ten operations, in the order of its mix. */
public enum GraphOperation {
  ADD_LINK,
  DELETE_LINK,
  UPDATE_LINK,
  COUNT_LINK,
  MULTIGET_LINK,
  GET_LINKS_LIST,
  ADD_NODE,
  UPDATE_NODE,
  DELETE_NODE,
  GET_NODE;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
