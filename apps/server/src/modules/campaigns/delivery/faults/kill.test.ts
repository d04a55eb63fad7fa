import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type FaultWorld, startFaultWorld } from '#server/test/campaign-faults.ts'
import { draft, launch } from '#server/test/campaign-runs.ts'
import { testDatabaseUrl } from '#server/test/database.ts'
import { startProgram } from '#server/test/program.ts'
import { eventually } from '#server/test/whatsapp-world.ts'

let world: FaultWorld
let dataDir: string
const started: ChildProcess[] = []
beforeAll(async () => {
  world = await startFaultWorld()
  dataDir = await mkdtemp(join(inject('folder'), 'campaigns-'))
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await world.close()
})

// `npm run faults` asks for more kills, of several processes.
// biome-ignore lint/style/noProcessEnv: chooses how long the run is
const { FAULT_KILLS = '10', FAULT_WORKERS = '2' } = process.env
const STAGES = [0, 10, 50, 90]
/** How far the campaign is, in percent, when a process is killed. */
const KILLS = Array.from({ length: Number(FAULT_KILLS) }, (_, n) => STAGES[n % STAGES.length] ?? 0).toSorted(
  (a, b) => a - b,
)
const WORKERS = Number(FAULT_WORKERS)
const PEOPLE = 20 * KILLS.length
/** Processes start one after the other, each with all of the product. */
const MOST_MS = 900_000

type Worker = { child: ChildProcess; processId: string }

const startWorker = async (): Promise<Worker> => {
  const args = [await testDatabaseUrl(), dataDir, world.sandbox.graphUrl, 'Infinity']
  const child = startProgram('campaign-process', args, ['inherit', 'inherit', 'inherit', 'ipc'])
  started.push(child)
  const [processId] = await once(child, 'message')
  return { child, processId: String(processId) }
}

/** Kills a process at some statement, and lets others have what it held. */
const kill = async ({ child, processId }: Worker) => {
  const ended = once(child, 'exit')
  child.send(randomInt(0, 40))
  expect(await ended).toEqual([null, 'SIGKILL'])
  await world.deps.database.db.execute(sql`update leases set until = now() where owner = ${processId}`)
}

test(
  'a campaign whose process is killed at every stage of its way reaches everyone once',
  async () => {
    const home = await world.home({ throughput: 40 })
    const people = await world.people(home, PEOPLE)
    const stops = { failures: null }
    const campaign = await launch(home.browser, await draft(home, people, { perSecond: 40, stops }))
    const workers = await Promise.all(Array.from({ length: WORKERS }, startWorker))
    for (const percent of KILLS) {
      await eventually(async () => (await world.phones(home)).length >= (PEOPLE * percent) / 100)
      const which = randomInt(WORKERS)
      const [doomed] = workers.splice(which, 1)
      if (doomed) await kill(doomed)
      workers.push(await startWorker())
    }
    await world.done(home, campaign)
    await Promise.all(workers.map(kill))

    const phones = await world.phones(home)
    expect(phones).toHaveLength(new Set(phones).size)
    const { rows } = await world.deps.database.db.execute<{ phone: string; status: string }>(sql`
      select ct.phone, m.status from messages m join contacts ct on ct.company_id = m.company_id and ct.id = m.contact_id
      where m.campaign_id = ${campaign.id}`)
    expect(rows.map(({ phone }) => phone).toSorted()).toEqual(people.map(({ phone }) => phone).toSorted())
    // Who has it not is known: the call was under way when a process died, and a person decides.
    await eventually(async () => (await world.sums(home, campaign)).sent === phones.length)
    const doubtful = rows.filter(({ phone }) => !phones.includes(phone))
    expect(new Set(doubtful.map(({ status }) => status))).toEqual(new Set(doubtful.length > 0 ? ['unknown'] : []))
    expect(await world.sums(home, campaign)).toMatchObject({
      recipients: PEOPLE,
      queued: PEOPLE,
      failed: 0,
      skipped: 0,
    })
  },
  MOST_MS,
)
