import { chmod, mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { freePort, readPidFile } from '#server/db/embedded/postmaster.ts'
import { startEmbeddedPostgres } from '#server/db/embedded.ts'
import { migrateDatabase } from '#server/db/migrate.ts'
import { type FaultWorld, startFaultWorld } from '#server/test/campaign-faults.ts'
import { draft, launch } from '#server/test/campaign-runs.ts'
import { testRedisUrl } from '#server/test/database.ts'
import { openGate } from '#server/test/gate.ts'
import { eventually } from '#server/test/whatsapp-world.ts'

// The servers that the product stands on go away in the middle of a campaign, and come back.

const PEOPLE = 60
/** Longer than what a process tries again by itself. */
const AWAY_MS = 3_000

const log = { info: () => undefined, warn: () => undefined }

const underWay = async (world: FaultWorld) => {
  const home = await world.home({ throughput: 20 })
  const people = await world.people(home, PEOPLE)
  const campaign = await launch(home.browser, await draft(home, people, { perSecond: 20, stops: { failures: null } }))
  world.work()
  const reached = (n: number) => eventually(async () => (await world.control.log()).total >= n)
  const everyoneOnce = async () => {
    await world.done(home, campaign)
    expect(await world.phones(home)).toEqual(people.map(({ phone }) => phone).toSorted())
    await eventually(async () => (await world.sums(home, campaign)).read === PEOPLE)
    expect(await world.sums(home, campaign)).toMatchObject({
      ...{ recipients: PEOPLE, queued: PEOPLE, sent: PEOPLE, delivered: PEOPLE, failed: 0, skipped: 0 },
    })
  }
  return { reached, everyoneOnce }
}

test('the database is stopped and started, and breaks down and recovers: everyone gets it once', async () => {
  const folder = await mkdtemp(join(inject('folder'), 'postgres-'))
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'postgres')
  const port = await freePort()
  let server = await startEmbeddedPostgres({ dataDir, port, log })
  onTestFinished(() => server.stop())
  await migrateDatabase(server.url)
  const world = await startFaultWorld({}, Promise.resolve(server.url))
  onTestFinished(() => world.close())
  const { reached, everyoneOnce } = await underWay(world)

  await reached(10)
  await server.stop()
  await sleep(AWAY_MS)
  server = await startEmbeddedPostgres({ dataDir, port, log })

  await reached(30)
  const running = readPidFile(join(dataDir, 'cluster'))
  process.kill(running?.pid ?? Number.NaN, 'SIGKILL')
  await sleep(AWAY_MS)
  server = await startEmbeddedPostgres({ dataDir, port, log })

  await everyoneOnce()
}, 180_000)

test.runIf(testRedisUrl())('Redis goes away and comes back: everyone gets it once', async () => {
  const target = new URL(testRedisUrl() ?? '')
  const gate = await openGate(target.href)
  onTestFinished(() => gate.close())
  target.host = new URL(gate.url).host
  const world = await startFaultWorld({ REDIS_URL: target.href })
  onTestFinished(() => world.close())
  const { reached, everyoneOnce } = await underWay(world)

  await reached(10)
  await gate.close()
  await reached(40)
  await gate.open()

  await everyoneOnce()
})
