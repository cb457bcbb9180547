"""Reads a dashboard into Grafana's models, and prints the fields that do not come out of them again."""
import json
import sys

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard


def lost(given, read, path=""):
    if isinstance(given, dict):
        for name, value in given.items():
            if isinstance(read, dict) and name in read:
                yield from lost(value, read[name], path + "/" + name)
            else:
                yield path + "/" + name
    elif isinstance(given, list) and isinstance(read, list) and len(given) == len(read):
        for i, value in enumerate(given):
            yield from lost(value, read[i], path + "/" + str(i))
    elif given != read:
        yield path


register_default_plugins()
dashboard = json.load(sys.stdin)
read = json.loads(JSONEncoder().encode(Dashboard.from_json(dashboard)))
for path in lost(dashboard, read):
    print(path)
