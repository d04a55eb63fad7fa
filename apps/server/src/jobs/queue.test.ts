import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { NIL } from 'uuid'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Deps } from '#server/context.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { AppError } from '#server/http/app-error.ts'
import { GraphError } from '#server/lib/whatsapp-cloud/graph-error.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { createBus } from '#server/realtime/bus.ts'
import { testDatabaseUrl } from '#server/test/database.ts'
import { startProgram } from '#server/test/program.ts'
import { type AnyJobDefinition, defineJob, JobFailed, JobPostponed } from './define.ts'
import { createLeases } from './leases.ts'
import { createJobQueue, type JobQueue } from './queue.ts'
import { fireSchedule, handBack, lifeOf, reclaimExpired, retryFailed } from './statements.ts'

let database: Database
let databaseUrl: string
const queues: JobQueue[] = []
const log = { warn: () => undefined, error: () => undefined, info: () => undefined } as unknown as Deps['log']

beforeAll(async () => {
  databaseUrl = await testDatabaseUrl()
  database = openDatabase(databaseUrl)
})
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop(1000)))
  await database.pool.query('truncate jobs, schedules, leases')
})
afterAll(() => database.close())

const deps = () => ({ database, log, now: () => new Date() }) as Deps

const makeQueue = async (definitions: AnyJobDefinition[], processId = 'one') => {
  const bus = await createBus()
  const queue = createJobQueue({ pool: database.pool, bus, definitions, schedules: [], processId })
  queues.push(queue)
  return queue
}

const states = async () => {
  const result = await database.pool.query<{ status: string; attempts: number; error: string | null }>(
    'select status, attempts, error from jobs order by id',
  )
  return result.rows
}

const numbered = (run: AnyJobDefinition['run'], retrySeconds: number[] = []) =>
  defineJob({
    name: 'test.run',
    queue: 'standard',
    input: z.object({ n: z.number() }),
    retrySeconds,
    run: run as never,
  })

describe('the job queue', () => {
  it('moves a schedule on together with its job, or not at all', async () => {
    const { pool } = database
    const schedule = { name: 'test.often', cron: '*/5 * * * *', job: numbered(async () => undefined) }
    const [past, now, next] = [-60_000, 0, 60_000].map((ms) => new Date(Date.now() + ms)) as [Date, Date, Date]
    const row = { id: randomUUID(), queue: 'standard', name: 'test.run', company_id: NIL, priority: 10, run_at: null }
    const fire = () => fireSchedule(pool, schedule, { now, next }, { ...row, unique_key: 'schedule:test', input: {} })
    await pool.query('insert into schedules (name, cron, next_at) values ($1, $2, $3)', [
      schedule.name,
      schedule.cron,
      past,
    ])
    const nextAt = async () => (await pool.query<{ next_at: Date }>('select next_at from schedules')).rows[0]?.next_at
    await pool.query('alter table jobs add constraint refused check (name <> $$test.run$$)')
    await expect(fire()).rejects.toThrow('refused')
    await pool.query('alter table jobs drop constraint refused')
    expect([await nextAt(), await states()]).toEqual([past, []])
    await fire()
    await fire()
    expect([await nextAt(), await states()]).toEqual([next, [{ status: 'queued', attempts: 0, error: null }]])
  })

  it('runs what was enqueued in a transaction that committed, and nothing of one that rolled back', async () => {
    const seen: number[] = []
    const job = numbered(async (_deps, input: { n: number }) => void seen.push(input.n))
    const queue = await makeQueue([job])
    await database.db.transaction((tx) => queue.enqueue(tx, job, { n: 1 }))
    await database.db
      .transaction(async (tx) => {
        await queue.enqueue(tx, job, { n: 2 })
        throw new Error('no')
      })
      .catch(() => undefined)
    await queue.drain(deps())
    expect(seen).toEqual([1])
    expect(await states()).toMatchObject([{ status: 'completed' }])
  })

  it('tries again after the given wait and gives up after the last', async () => {
    const job = numbered(async () => {
      throw new Error('broken')
    }, [0])
    const queue = await makeQueue([job])
    await queue.enqueue(database.db, job, { n: 1 })
    await queue.drain(deps())
    expect(await states()).toMatchObject([{ status: 'delayed', attempts: 1, error: 'broken' }])
    await database.pool.query(`update jobs set status = 'queued'`)
    await queue.drain(deps())
    expect(await states()).toMatchObject([{ status: 'failed', attempts: 2 }])
  })

  it('gives up at once when the job says that it has failed', async () => {
    const job = numbered(async () => {
      throw new JobFailed('never')
    }, [5, 5])
    const queue = await makeQueue([job])
    await queue.enqueue(database.db, job, { n: 1 })
    await queue.drain(deps())
    expect(await states()).toMatchObject([{ status: 'failed', attempts: 1, error: 'never' }])
  })

  const graphError = (code: number) => new GraphError({ message: 'no', fate: 'rejected', code })
  it.each<[string, unknown, string]>([
    ['a row is gone', new AppError('not_found'), 'failed'],
    ['Meta refuses for good', graphError(100), 'failed'],
    ['Meta refuses for good, as our API says it', asAppError(graphError(190)), 'failed'],
    ['a value does not fit its column', Object.assign(new Error('no'), { severity: 'ERROR', code: '22003' }), 'failed'],
    ['Meta is busy', graphError(131016), 'delayed'],
    ['Meta is busy, as our API says it', asAppError(graphError(131016)), 'delayed'],
    ['two changed the same', new AppError('conflict'), 'delayed'],
    ['two waited for each other', Object.assign(new Error('no'), { severity: 'ERROR', code: '40P01' }), 'delayed'],
    ['nobody knows why', new Error('no'), 'delayed'],
  ])('when %s', async (_, error, status) => {
    const job = numbered(() => Promise.reject(error), [60, 60])
    const queue = await makeQueue([job])
    await queue.enqueue(database.db, job, { n: 1 })
    await queue.drain(deps())
    expect(await states()).toMatchObject([{ status, attempts: 1 }])
  })

  it('ends at once when its input is none', async () => {
    const queue = await makeQueue([numbered(async () => undefined, [60])])
    await database.pool.query(
      `insert into jobs (id, queue, name, company_id, input) values ($1, 'standard', 'test.run', $2, '{"n":"x"}')`,
      [randomUUID(), NIL],
    )
    await queue.drain(deps())
    expect(await states()).toMatchObject([{ status: 'failed', error: 'The input is not one of test.run' }])
  })

  it('does not count a postponed run as an attempt', async () => {
    const job = numbered(async () => {
      throw new JobPostponed(60)
    })
    const queue = await makeQueue([job])
    await queue.enqueue(database.db, job, { n: 1 })
    await queue.drain(deps())
    expect(await states()).toMatchObject([{ status: 'delayed', attempts: 0 }])
  })

  it('keeps one unfinished job of a key', async () => {
    const job = numbered(async () => undefined)
    const queue = await makeQueue([job])
    await queue.enqueue(database.db, job, { n: 1 }, { uniqueKey: 'k' })
    await queue.enqueue(database.db, job, { n: 2 }, { uniqueKey: 'k' })
    expect(await states()).toHaveLength(1)
    await queue.drain(deps())
    await queue.enqueue(database.db, job, { n: 3 }, { uniqueKey: 'k' })
    expect(await states()).toHaveLength(2)
  })

  it('deals round robin between companies, so that a backlog of one does not hold back the others', async () => {
    const order: string[] = []
    const job = defineJob({
      name: 'test.run',
      queue: 'standard',
      input: z.object({}),
      retrySeconds: [],
      run: async (_deps, _input, info) => void order.push(info.companyId),
    })
    const queue = await makeQueue([job])
    const big = '00000000-0000-7000-8000-000000000001'
    const small = '00000000-0000-7000-8000-000000000002'
    for (let n = 0; n < 200; n++) await queue.enqueue(database.db, job, {}, { companyId: big })
    for (let n = 0; n < 3; n++) await queue.enqueue(database.db, job, {}, { companyId: small })
    await queue.drain(deps())
    expect(order.slice(0, 50).filter((company) => company === small)).toHaveLength(3)
    expect(order).toHaveLength(203)
  })

  it('is worked by two processes without running a job twice', async () => {
    const seen: number[] = []
    const job = numbered(async (_deps, input: { n: number }) => {
      seen.push(input.n)
      await sleep(1)
    })
    const [one, two] = [await makeQueue([job], 'one'), await makeQueue([job], 'two')]
    for (let n = 0; n < 120; n++) await one.enqueue(database.db, job, { n })
    await Promise.all([one.drain(deps()), two.drain(deps())])
    expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 120 }, (_, n) => n))
  })

  it('runs again what a dead process had claimed', async () => {
    const job = numbered(async () => undefined)
    const queue = await makeQueue([job])
    await queue.enqueue(database.db, job, { n: 1 })
    await database.pool.query(
      `update jobs set status = 'running', lease_owner = 'dead', lease_until = now() - interval '1 second', attempts = 1`,
    )
    queue.start(deps())
    await expect.poll(async () => (await states())[0]).toMatchObject({ status: 'completed', attempts: 2 })
  })

  const claimedBy = (owner: string, deaths = 0) =>
    database.pool.query(
      `update jobs set status = 'running', lease_owner = $1, lease_until = now() - interval '1 second', deaths = $2`,
      [owner, deaths],
    )
  const deaths = async () => (await database.pool.query<{ deaths: number }>('select deaths from jobs')).rows[0]?.deaths

  it('sets a job aside that killed its process twice, holds its key, and runs it again when asked', async () => {
    let survives = false
    const job = defineJob({
      ...{ name: 'test.deadly', queue: 'standard' as const, input: z.object({}), retrySeconds: [] },
      run: async () => {
        survives = true
      },
      onSetAside: async () => void told.push('set aside'),
    })
    const told: string[] = []
    const queue = await makeQueue([job])
    await queue.enqueue(database.db, job, {}, { uniqueKey: 'k' })
    for (let n = 0; n < 2; n++) {
      const child = startProgram('doomed-process', [databaseUrl])
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    }
    await database.pool.query('update jobs set lease_until = now(); update leases set until = now()')
    queue.start(deps())
    await expect.poll(async () => (await states())[0]).toMatchObject({ status: 'failed' })
    expect([survives, told]).toEqual([false, ['set aside']])

    await queue.enqueue(database.db, job, {}, { uniqueKey: 'k' })
    const [{ id } = { id: '' }, ...others] = (await database.pool.query<{ id: string }>('select id from jobs')).rows
    expect(others).toEqual([])
    expect(await retryFailed(database.db, { ids: [id] })).toBe(1)
    await expect.poll(async () => (await states())[0]).toMatchObject({ status: 'completed', attempts: 1 })
    expect(survives).toBe(true)
  })

  it('sets a job aside even if its owner cannot be notified', async () => {
    const untellable = async () => {
      throw new JobFailed('whoever waits for it is gone')
    }
    const job = defineJob({ ...numbered(async () => undefined), onSetAside: untellable })
    const queue = await makeQueue([job])
    await queue.enqueue(database.db, job, { n: 1 })
    await database.pool.query('update jobs set deaths = 2')
    await queue.drain(deps())
    expect(await states()).toMatchObject([{ status: 'failed' }])
  })

  it('counts no end where a slow job outlived its lease, or its process was stopped', async () => {
    const job = numbered(async () => undefined)
    const queue = await makeQueue([job])
    await queue.enqueue(database.db, job, { n: 1 })
    await createLeases(database.pool, 'slow', 300).acquire([lifeOf('slow')])
    await claimedBy('slow')
    await reclaimExpired(database.pool)
    expect(await deaths()).toBe(0)
    await claimedBy('stopped')
    await handBack(database.pool, 'stopped')
    await reclaimExpired(database.pool)
    expect(await deaths()).toBe(0)
    await claimedBy('dead')
    await reclaimExpired(database.pool)
    expect(await deaths()).toBe(1)
  })

  it('runs those that were beside each other when a process ended one after the other', async () => {
    let running = 0
    let most = 0
    const job = numbered(async () => {
      most = Math.max(most, ++running)
      await sleep(20)
      running--
    })
    const elsewhere = defineJob({ ...job, name: 'test.elsewhere', queue: 'media' })
    const queue = await makeQueue([job, elsewhere])
    for (const one of [job, job, elsewhere, elsewhere]) await queue.enqueue(database.db, one, { n: 0 })
    await claimedBy('dead')
    queue.start(deps())
    await expect.poll(states, { timeout: 20_000 }).toMatchObject(Array(4).fill({ status: 'completed', attempts: 1 }))
    expect(most).toBe(1)
  })

  it('refuses the result of a process that lost its claim', async () => {
    const job = numbered(async () => {
      await database.pool.query(`update jobs set lease_owner = 'another'`)
    })
    const queue = await makeQueue([job])
    await queue.enqueue(database.db, job, { n: 1 })
    await queue.drain(deps())
    expect(await states()).toMatchObject([{ status: 'running' }])
  })

  it('refuses to start with two jobs of one name', async () => {
    const job = numbered(async () => undefined)
    await expect(makeQueue([job, job])).rejects.toThrow('test.run')
  })
})

describe('leases', () => {
  it('belong to one process until it lets go or dies', async () => {
    const one = createLeases(database.pool, 'one', 300)
    const two = createLeases(database.pool, 'two', 300)
    expect([...(await one.acquire(['a', 'b']))].sort()).toEqual(['a', 'b'])
    expect((await two.acquire(['a', 'b'])).size).toBe(0)
    await one.release(['a'])
    expect([...(await two.acquire(['a', 'b']))]).toEqual(['a'])
    await database.pool.query(`update leases set until = now() - interval '1 second' where name = 'b'`)
    expect([...(await two.acquire(['b']))]).toEqual(['b'])
    expect((await one.acquire(['b'])).size).toBe(0)
  })
})
