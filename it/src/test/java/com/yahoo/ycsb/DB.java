package com.yahoo.ycsb;

import java.util.HashMap;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;

/** What a binding extends. */
@SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's types
public abstract class DB {

  private Properties properties = new Properties();

  public void setProperties(Properties given) {
    properties = given;
  }

  public Properties getProperties() {
    return properties;
  }

  public void init() throws DBException {}

  public void cleanup() throws DBException {}

  public abstract Status read(
      String table, String key, Set<String> fields, HashMap<String, ByteIterator> result);

  public abstract Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result);

  public abstract Status update(String table, String key, HashMap<String, ByteIterator> values);

  public abstract Status insert(String table, String key, HashMap<String, ByteIterator> values);

  public abstract Status delete(String table, String key);
}
