package io.stallmark.ycsbclient;

import io.stallmark.spi.DbException;
import io.stallmark.spi.DbException.Kind;
import io.stallmark.text.RefusedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A binding's class with YCSB's core, in a separate class loader, so that its libraries never meet
 * those of this program. Works with YCSB from 0.16 on ({@code site.ycsb}) and before ({@code
 * com.yahoo.ycsb}). Thread-safe.
 */
final class ClientLibrary implements AutoCloseable {

  private static final List<String> CORES = List.of("site.ycsb.", "com.yahoo.ycsb.");

  private final SecretTexts secrets;
  private final URLClassLoader loader;
  private final Class<?> client;
  private final MethodHandle read;
  private final MethodHandle scan;
  private final MethodHandle update;
  private final MethodHandle insert;
  private final MethodHandle delete;
  private final MethodHandle statusName;
  private final MethodHandle newBytes;
  private final MethodHandle toBytes;

  /**
   * @throws RefusedException when the class path has no such class or no core of YCSB
   */
  ClientLibrary(ClientUrl url) {
    secrets = url.secrets();
    loader =
        new URLClassLoader(
            url.classpath().toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    try {
      client = Class.forName(url.className(), true, loader);
      Class<?> core = core(client);
      String prefix = core.getPackageName() + ".";
      Class<?> iterator = Class.forName(prefix + "ByteIterator", true, loader);
      Class<?> bytes = Class.forName(prefix + "ByteArrayByteIterator", true, loader);
      Class<?> status = Class.forName(prefix + "Status", true, loader);
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      read = call(lookup, core, "read", 4);
      scan = call(lookup, core, "scan", 5);
      update = call(lookup, core, "update", 3);
      insert = call(lookup, core, "insert", 3);
      delete = call(lookup, core, "delete", 2);
      statusName =
          lookup
              .unreflect(status.getMethod("getName"))
              .asType(MethodType.methodType(String.class, Object.class));
      newBytes =
          lookup
              .unreflectConstructor(bytes.getConstructor(byte[].class))
              .asType(MethodType.methodType(Object.class, byte[].class));
      toBytes =
          lookup
              .unreflect(iterator.getMethod("toArray"))
              .asType(MethodType.methodType(byte[].class, Object.class));
    } catch (ReflectiveOperationException | LinkageError e) {
      close();
      throw new RefusedException(
          "The classpath has no complete " + url.className() + " with YCSB's core: " + missing(e),
          e);
    } catch (IllegalArgumentException e) {
      close();
      throw e;
    }
  }

  private static String missing(Throwable e) {
    String name = String.valueOf(e.getMessage()).replace('/', '.');
    return e instanceof ClassNotFoundException || e instanceof NoClassDefFoundError
        ? "the class " + name + " is missing"
        : e instanceof NoSuchMethodException ? "the method " + name + " is missing" : name;
  }

  /** Returns YCSB's class DB, which the binding's class extends. */
  private static Class<?> core(Class<?> client) {
    for (Class<?> type = client; type != null; type = type.getSuperclass()) {
      if (CORES.contains(type.getName().replaceFirst("DB$", ""))) {
        return type;
      }
    }
    throw new RefusedException(client.getName() + " is not a binding: it does not extend DB");
  }

  private static MethodHandle call(
      MethodHandles.Lookup lookup, Class<?> core, String name, int parameters)
      throws ReflectiveOperationException {
    Method method =
        Arrays.stream(core.getMethods())
            .filter(m -> m.getName().equals(name) && m.getParameterCount() == parameters)
            .findFirst()
            .orElseThrow(() -> new NoSuchMethodException(core.getName() + "." + name));
    MethodHandle handle = lookup.unreflect(method);
    MethodType generic = handle.type().generic();
    for (int i = 0; i < generic.parameterCount(); i++) {
      Class<?> type = handle.type().parameterType(i);
      if (type == String.class || type == int.class) {
        generic = generic.changeParameterType(i, type);
      }
    }
    return handle.asType(generic);
  }

  ClassLoader loader() {
    return loader;
  }

  /**
   * Creates and initializes a client, on the thread that uses it.
   *
   * @throws DbException of kind REFUSED, with what the binding reports
   */
  Object connect(Properties properties) throws DbException {
    try {
      Object created = client.getConstructor().newInstance();
      client.getMethod("setProperties", Properties.class).invoke(created, properties);
      client.getMethod("init").invoke(created);
      return created;
    } catch (InvocationTargetException e) {
      throw failure(Kind.REFUSED, "init", e.getCause() == null ? e : e.getCause());
    } catch (ReflectiveOperationException | LinkageError e) {
      throw failure(Kind.REFUSED, "init", e);
    }
  }

  /** Cleans up a client; its failures are those of a connection that is closed anyway. */
  void disconnect(Object connected) {
    try {
      client.getMethod("cleanup").invoke(connected);
    } catch (ReflectiveOperationException | LinkageError e) {
      return; // the session is closed anyway
    }
  }

  /**
   * @param fields set of fields; null: all
   * @return name of the status
   */
  String read(Object on, String table, String key, @Nullable Object fields, Object into)
      throws DbException {
    return called("read", () -> name((Object) read.invokeExact(on, table, key, fields, into)));
  }

  /**
   * @param fields set of fields; null: all
   * @return name of the status
   */
  String scan(Object on, String table, String key, int count, @Nullable Object fields, Object into)
      throws DbException {
    return called(
        "scan", () -> name((Object) scan.invokeExact(on, table, key, count, fields, into)));
  }

  String update(Object on, String table, String key, Object values) throws DbException {
    return called("update", () -> name((Object) update.invokeExact(on, table, key, values)));
  }

  String insert(Object on, String table, String key, Object values) throws DbException {
    return called("insert", () -> name((Object) insert.invokeExact(on, table, key, values)));
  }

  String delete(Object on, String table, String key) throws DbException {
    return called("delete", () -> name((Object) delete.invokeExact(on, table, key)));
  }

  /** Creates YCSB's form of a field's bytes. */
  Object bytes(byte[] value) throws DbException {
    return called("bytes", () -> (Object) newBytes.invokeExact(value));
  }

  /** Bytes of a field that a binding has read. */
  byte[] bytes(Object value) throws DbException {
    return called("bytes", () -> (byte[]) toBytes.invokeExact(value));
  }

  /** A call of the binding. */
  private interface Call<T> {
    T result() throws Throwable;
  }

  private <T> T called(String name, Call<T> call) throws DbException {
    try {
      return call.result();
    } catch (Throwable e) {
      throw failure(Kind.FATAL, name, e);
    }
  }

  private String name(Object status) throws Throwable {
    return status == null ? "null" : (String) statusName.invokeExact(status);
  }

  /** A failure of the binding; an error of this machine, such as too little memory, is thrown. */
  private DbException failure(Kind kind, String call, Throwable cause) {
    if (cause instanceof VirtualMachineError error) {
      throw error;
    }
    String said = secrets.hide(cause.toString());
    return new DbException(
        kind,
        cause.getClass().getSimpleName(),
        "The binding's " + call + " failed: " + said,
        said.equals(cause.toString()) ? cause : null);
  }

  @Override
  public void close() {
    try {
      loader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
