package io.stallmark.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * Handlers of signals that ask the process to end. Shutdown hooks are not suitable, because they
 * run concurrently: an embedded server's own hook would stop the server while a run is still using
 * it.
 */
final class SignalHandlers {

  /** Control-C, kill, and the closing of a terminal. */
  private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

  private SignalHandlers() {}

  /**
   * Installs an action that each signal runs on a separate thread. A signal that the parent process
   * has set to be ignored, as nohup does with HUP, remains ignored.
   */
  static void install(Runnable action) {
    for (String name : NAMES) {
      try {
        handle(name, action);
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        // Windows has no HUP; another JVM may not support signal handlers
      }
    }
  }

  /**
   * Installs a handler by reflection, because javac's warning about sun.misc.Signal cannot be
   * suppressed.
   */
  private static void handle(String name, Runnable action) throws ReflectiveOperationException {
    Class<?> signal = Class.forName("sun.misc.Signal");
    Class<?> handler = Class.forName("sun.misc.SignalHandler");
    InvocationHandler invoked =
        (proxy, method, args) -> {
          if (method.getName().equals("handle")) {
            action.run();
            return null;
          }
          return method.getName().equals("hashCode")
              ? (Object) System.identityHashCode(proxy)
              : method.getName().equals("equals") ? (Object) (args[0] == proxy) : name;
        };
    Object ours =
        Proxy.newProxyInstance(handler.getClassLoader(), new Class<?>[] {handler}, invoked);
    Object number = signal.getConstructor(String.class).newInstance(name);
    var install = signal.getMethod("handle", signal, handler);
    Object before = install.invoke(null, number, ours);
    Object ignored = handler.getField("SIG_IGN").get(null);
    if (ignored.equals(before)) {
      install.invoke(null, number, ignored);
    }
  }
}
