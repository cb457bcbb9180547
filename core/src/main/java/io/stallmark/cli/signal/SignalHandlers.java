package io.stallmark.cli.signal;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * The wishes to end that an operating system passes on. Shutdown hooks would not do: they run all
 * at once, and the embedded server's own would take it away under a run that is still ending.
 */
public final class SignalHandlers {

  /** Control-C, kill, and a terminal that goes away. */
  private static final List<String> NAMES = List.of("INT", "TERM", "HUP");

  private SignalHandlers() {}

  /**
   * From now on each signal runs the action, on a thread of its own. One that the parent had the
   * program ignore, as nohup does with HUP, stays ignored.
   */
  public static void install(Runnable action) {
    for (String name : NAMES) {
      try {
        handle(name, action);
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        // Windows has no HUP; another JVM may have none of it
      }
    }
  }

  /** By reflection, because javac's warning about sun.misc.Signal cannot be switched off. */
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
