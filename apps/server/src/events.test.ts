import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Ctx, type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { testDatabaseUrl } from '#server/test/database.ts'
import {
  type EventHandlers,
  type EventInfo,
  type EventPayload,
  emit,
  indexListeners,
  type Listener,
  on,
} from './events.ts'
import { createJobQueue, type JobQueue } from './jobs/queue.ts'
import { createBus } from './realtime/bus.ts'

let database: Database
const queues: JobQueue[] = []
const log = { warn: () => undefined, error: () => undefined } as unknown as Deps['log']

beforeAll(async () => {
  database = openDatabase(await testDatabaseUrl())
})
afterEach(async () => {
  await Promise.all(queues.splice(0).map((queue) => queue.stop(1000)))
  await database.pool.query('truncate jobs, leases')
})
afterAll(() => database.close())

const world = async (
  listeners: Listener[],
  processId = 'one',
  handlers: readonly EventHandlers[] = [],
): Promise<Deps> => {
  const definitions = listeners.map(({ job }) => job)
  const jobs = createJobQueue({ pool: database.pool, bus: await createBus(), definitions, schedules: [], processId })
  queues.push(jobs)
  const listening = indexListeners(listeners)
  return {
    database,
    jobs,
    handlers: { event: handlers },
    listeners: listening,
    log,
    now: () => new Date('2026-05-04T10:00:00Z'),
  } as Deps
}

type Heard = { payloads: readonly EventPayload<'audit.broken'>[]; info: EventInfo; inTransaction: boolean }

const listening = (name: string, heard: Heard[], fails: () => boolean = () => false) =>
  on('audit.broken', {
    name,
    queue: 'standard',
    retrySeconds: [0],
    run: async (ctx, payloads, info) => {
      if (fails()) throw new Error('not now')
      heard.push({ payloads, info, inTransaction: ctx.inTransaction })
    },
  })

const names = async () => {
  const { rows } = await database.pool.query<{ name: string; status: string }>(
    'select name, status from jobs order by name',
  )
  return rows.map(({ name, status }) => `${name} ${status}`)
}

const person = (deps: Deps): Ctx => ({
  ...systemCtx(deps, 'test'),
  actor: {
    ...{ kind: 'user', userId: 'u1', sessionId: 's1', email: 'ana@example.com', name: 'Ana', role: 'customer' },
    ...{ waOperator: false, impersonatorId: 'a1' },
  },
})

describe('an event', () => {
  it('is heard once by each of its listeners, with all that one call said, who did it and when', async () => {
    const heard: Heard[] = []
    const deps = await world([listening('one.counts', heard), listening('two.counts', heard)])
    await inTransaction(person(deps), (tx) => emit(tx, 'audit.broken', { count: 1 }, { count: 2 }))
    expect(await names()).toEqual(['one.counts queued', 'two.counts queued'])
    await deps.jobs.drain(deps)
    const actor = { userId: 'u1', name: 'Ana', impersonatorId: 'a1' }
    const told = {
      payloads: [{ count: 1 }, { count: 2 }],
      info: { actor, at: new Date('2026-05-04T10:00:00Z'), id: heard[0]?.info.id },
    }
    expect(heard).toMatchObject([told, told])
    expect(heard[0]?.info.id).toEqual(expect.any(String))
    expect(await names()).toEqual(['one.counts completed', 'two.counts completed'])
  })

  it('has no actor when no signed-in user caused it', async () => {
    const heard: Heard[] = []
    const deps = await world([listening('one.counts', heard)])
    await emit(systemCtx(deps, 'clock'), 'audit.broken', { count: 1 })
    await deps.jobs.drain(deps)
    expect(heard).toMatchObject([{ info: { actor: null } }])
  })

  it('is not emitted when its transaction fails, when it is empty, or without listeners', async () => {
    const deps = await world([listening('one.counts', [])])
    const failing = inTransaction(systemCtx(deps, 'test'), async (tx) => {
      await emit(tx, 'audit.broken', { count: 1 })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await emit(systemCtx(deps, 'test'), 'audit.broken')
    const alone = await world([], 'alone')
    await emit(systemCtx(alone, 'test'), 'audit.broken', { count: 1 })
    expect(await names()).toEqual([])
  })

  it('wakes the workers once it is committed', async () => {
    const woken: string[] = []
    const deps = await world([listening('one.counts', []), listening('two.counts', [])])
    const jobs: JobQueue = { ...deps.jobs, wake: (queue) => void woken.push(queue) }
    await inTransaction(systemCtx({ ...deps, jobs }, 'test'), async (tx) => {
      await emit(tx, 'audit.broken', { count: 1 })
      expect(woken).toEqual([])
    })
    expect(woken).toEqual(['standard'])
  })

  it('is delivered once, as the same event, after a listener failed and after its process died', async () => {
    const heard: Heard[] = []
    let failures = 1
    const deps = await world([listening('one.counts', heard, () => failures-- > 0), listening('two.counts', heard)])
    await emit(systemCtx(deps, 'test'), 'audit.broken', { count: 1 })
    const { rows } = await database.pool.query("select input->>'id' as id from jobs limit 1")
    await database.pool.query(
      `update jobs set status = 'running', attempts = 1, lease_owner = 'dead', lease_until = now() - interval '1 second'
       where name = 'two.counts'`,
    )
    deps.jobs.start(deps)
    await expect.poll(names, { timeout: 20_000 }).toEqual(['one.counts completed', 'two.counts completed'])
    expect(heard.map(({ info }) => info.id)).toEqual([rows[0]?.id, rows[0]?.id])
  })

  it('may quote what a column does not hold', async () => {
    const heard: Heard[] = []
    const deps = await world([listening('one.counts', heard)])
    const ctx = person(deps)
    const named = { ...ctx, actor: { ...ctx.actor, name: 'A\u0000na\ud800' } } as Ctx
    await emit(named, 'audit.broken', { count: 1 })
    await deps.jobs.drain(deps)
    expect(heard).toMatchObject([{ info: { actor: { name: 'Ana\ufffd' } } }])
  })
})

describe('handlers', () => {
  it('act on each payload in the transaction of the event, one module after the other, before anybody hears of it', async () => {
    const acts: unknown[] = []
    const acting = (by: string): EventHandlers => ({
      'audit.broken': async (tx, { count }) => {
        const { rows } = await tx.db.execute<{ jobs: number }>('select count(*)::int as jobs from jobs')
        acts.push([by, count, tx.inTransaction, rows[0]?.jobs])
      },
    })
    const deps = await world([listening('one.counts', [])], 'one', [acting('lower'), acting('higher')])
    await inTransaction(person(deps), (tx) => emit(tx, 'audit.broken', { count: 1 }, { count: 2 }))
    expect(acts).toEqual([
      ['lower', 1, true, 0],
      ['lower', 2, true, 0],
      ['higher', 1, true, 0],
      ['higher', 2, true, 0],
    ])
    expect(await names()).toEqual(['one.counts queued'])
  })

  it('keep the event from happening when they fail', async () => {
    const failing = { 'audit.broken': () => Promise.reject(new Error('no')) }
    const deps = await world([listening('one.counts', [])], 'one', [failing])
    const happening = inTransaction(person(deps), (tx) => emit(tx, 'audit.broken', { count: 1 }))
    await expect(happening).rejects.toThrow('no')
    expect(await names()).toEqual([])
  })
})

describe('listeners', () => {
  it('are refused when two have one name', () => {
    expect(() => indexListeners([listening('one.counts', []), listening('one.counts', [])])).toThrow('one.counts')
  })

  it('are refused when they listen to an undeclared event', () => {
    const listener = { ...listening('one.counts', []), event: 'nothing.happened' } as unknown as Listener
    expect(() => indexListeners([listener])).toThrow('nothing.happened, which is no event')
  })
})
