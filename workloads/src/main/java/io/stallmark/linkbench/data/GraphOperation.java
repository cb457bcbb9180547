package io.stallmark.linkbench.data;

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
  GET_NODE
}
