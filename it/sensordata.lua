-- The timeseries workload's INSERT as a sysbench user would write it: one statement of --batch rows, autocommit,
-- one ts and every sensor, whole numbers uniform over 1 to --range.  Threads take turns in ts, as there is no
-- counter that they could share.  The table is made by: stallmark load timeseries
sysbench.cmdline.options = {
  batch = {"Rows in one INSERT", 1000},
  range = {"Values are whole numbers from 1 to this", 1000000},
}

local HEAD = "INSERT INTO sensordata (ts, sensor_id, data1, data2, data3, data4, data6, cnt) VALUES "
local uniform = sysbench.rand.uniform

function thread_init()
  connection = sysbench.sql.driver():connect()
  ts = 1000000000 + sysbench.tid
  rows = {}
end

function event()
  local range = sysbench.opt.range
  for sensor = 1, sysbench.opt.batch do
    rows[sensor] = string.format("(%d,%d,%d,%d,%d,%d,%d,%d)", ts, sensor, uniform(1, range), uniform(1, range),
      uniform(1, range), uniform(1, range), uniform(1, range), uniform(1, 1000))
  end
  connection:query(HEAD .. table.concat(rows, ","))
  ts = ts + sysbench.opt.threads
end
