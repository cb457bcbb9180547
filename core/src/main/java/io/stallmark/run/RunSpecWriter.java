package io.stallmark.run;

import io.stallmark.spec.SpecEntries;
import io.stallmark.spi.Tls;
import io.stallmark.text.Text;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes a {@link RunSpec} with the keys of {@code --spec} files, which {@link SpecFile} reads. */
public final class RunSpecWriter {

  private static final MathContext PERCENT_DIGITS = new MathContext(12);

  private RunSpecWriter() {}

  public static String json(RunSpec spec) {
    return JsonMapper.builder()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build()
        .writeValueAsString(pairs(spec));
  }

  public static String yaml(RunSpec spec) {
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setWidth(Integer.MAX_VALUE)
            .build();
    return new Dump(settings).dumpToString(pairs(spec));
  }

  private static Map<String, Object> pairs(RunSpec spec) {
    Map<String, Object> pairs = new LinkedHashMap<>();
    pairs.put("workload", spec.workload());
    pairs.put("settings", spec.settings());
    server(pairs, spec.server());
    load(pairs, spec.load());
    pairs.put("stall-below", percent(spec.stalls().below()));
    pairs.put("stall-min", Text.seconds(spec.stalls().shortest()));
    pairs.put("fresh", spec.tables().fresh());
    pairs.put("keep", spec.tables().keep());
    pairs.put("verify", spec.tables().verify());
    pairs.put("out", spec.output().directory().toString());
    pairs.put("sizes", spec.output().sizes() ? "on" : "off");
    put(pairs, "name", spec.output().labels().name(), name -> name);
    if (!spec.output().labels().tags().isEmpty()) {
      pairs.put(SpecEntries.TAG, spec.output().labels().tags());
    }
    put(pairs, "metrics", spec.output().metrics(), address -> "prometheus:" + address);
    return pairs;
  }

  private static void server(Map<String, Object> pairs, RunSpec.Server server) {
    pairs.put("url", server.url());
    put(pairs, "driver", server.driver(), driver -> driver);
    if (server.tls().mode() != Tls.Mode.UNSAID) {
      pairs.put("tls", server.tls().mode().name().toLowerCase(Locale.ROOT));
    }
    put(pairs, "tls-ca", server.tls().ca(), Object::toString);
    pairs.put("storage", server.storage());
    put(pairs, "cache", server.cache(), cache -> cache);
    put(pairs, "node-exporter", server.nodeExporter(), Object::toString);
  }

  private static void load(Map<String, Object> pairs, RunSpec.Load load) {
    pairs.put("threads", load.threads());
    if (load.phases().isEmpty()) {
      pairs.put("seconds", Text.seconds(load.duration()));
      pairs.put("events", load.events());
    } else {
      pairs.put("phase", load.phases());
    }
    if (!load.roles().isEmpty()) {
      pairs.put("role", load.roles());
    }
    pairs.put("warmup", Text.seconds(load.warmup()));
    pairs.put("rate", load.rates().text());
    put(
        pairs,
        "arrivals",
        load.arrivals(),
        distribution -> distribution.name().toLowerCase(Locale.ROOT));
    pairs.put("think-time", load.thinkTime().text());
    pairs.put("interval", Text.seconds(load.interval()));
    pairs.put("seed", load.seed());
    pairs.put("request-seed", load.requestSeed());
    pairs.put("allow-errors", percent(load.allowedErrors()));
    pairs.put("stop-after-errors", load.stopAfterErrors());
    pairs.put("min-started", percent(load.minStarted()));
    pairs.put("require-trusted", load.requireTrusted());
    pairs.put("reconnect", Text.seconds(load.reconnect()));
    pairs.put("patience", Text.seconds(load.patience()));
  }

  private interface Form<T> {
    Object of(T value);
  }

  private static <T> void put(
      Map<String, Object> pairs, String key, @Nullable T value, Form<T> form) {
    if (value != null) {
      pairs.put(key, form.of(value));
    }
  }

  private static String percent(double share) {
    return Text.plain(BigDecimal.valueOf(100 * share).round(PERCENT_DIGITS));
  }
}
