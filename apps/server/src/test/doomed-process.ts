import { pino } from 'pino'
import { z } from 'zod'
import type { Deps } from '#server/context.ts'
import { openDatabase } from '#server/db/client.ts'
import { holdWork } from '#server/db/occupancy.ts'
import { defineJob } from '#server/jobs/define.ts'
import { createJobQueue } from '#server/jobs/queue.ts'
import { newId } from '#server/lib/ids.ts'
import { createBus } from '#server/realtime/bus.ts'

// A process of its own that works the job `test.deadly`, which kills it. Its argument is the database.

const [databaseUrl = ''] = process.argv.slice(2)
await holdWork(databaseUrl)
const database = openDatabase(databaseUrl)
const deadly = defineJob({
  name: 'test.deadly',
  queue: 'standard',
  input: z.object({}),
  retrySeconds: [],
  run: async () => void process.kill(process.pid, 'SIGKILL'),
})
const log = pino({ level: 'silent' }) as unknown as Deps['log']
const options = { pool: database.pool, bus: await createBus(), processId: newId() }
const queue = createJobQueue({ ...options, definitions: [deadly], schedules: [] })
queue.start({ database, log, now: () => new Date() } as Deps)
