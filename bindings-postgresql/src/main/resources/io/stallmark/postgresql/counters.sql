-- Columns of the views of statistics as rows. Views and columns differ between versions.
SELECT 'database.' || e.key, e.value
  FROM (SELECT * FROM pg_stat_database WHERE datname = current_database()) v,
    jsonb_each_text(to_jsonb(v)) e
UNION ALL SELECT 'bgwriter.' || e.key, e.value FROM pg_stat_bgwriter v, jsonb_each_text(to_jsonb(v)) e
UNION ALL SELECT 'wal.' || e.key, e.value FROM pg_stat_wal v, jsonb_each_text(to_jsonb(v)) e
UNION ALL SELECT 'lock_waits', count(*)::text FROM pg_locks WHERE NOT granted
UNION ALL SELECT 'sessions.active', count(*)::text
  FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid()
UNION ALL SELECT 'waits.' || kind, count(pid)::text
  FROM unnest(ARRAY['Lock', 'LWLock', 'IO', 'IPC', 'Client']) kind
  LEFT JOIN pg_stat_activity ON wait_event_type = kind AND state <> 'idle'
  GROUP BY kind
-- A view since version 17, which no query of an earlier version may name.
UNION ALL SELECT 'checkpointer.' || name, (xpath('//' || name || '/text()', x))[1]::text
  FROM (SELECT query_to_xml('SELECT * FROM pg_stat_checkpointer', false, false, '') x
    WHERE to_regclass('pg_catalog.pg_stat_checkpointer') IS NOT NULL) v,
    unnest(ARRAY['num_timed', 'num_requested', 'buffers_written']) name
