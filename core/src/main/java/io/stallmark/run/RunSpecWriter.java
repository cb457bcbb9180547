package io.stallmark.run;

import io.stallmark.spec.SpecOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes a {@link RunSpec} with the keys of {@code --spec} files, which {@link SpecFile} reads. */
public final class RunSpecWriter {

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
    RunOptions.OF_SPECIFICATION.forEach(option -> put(pairs, option, spec));
    return pairs;
  }

  private static <T> void put(Map<String, Object> pairs, SpecOption<T> option, RunSpec spec) {
    T value = spec.find(option);
    if (value != null) {
      pairs.put(option.name(), option.writer().apply(value));
    }
  }
}
