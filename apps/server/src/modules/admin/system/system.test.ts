import { NIL } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { webhookEvents } from '#server/db/schema/whatsapp/webhooks.ts'
import { newId } from '#server/lib/ids.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createCompany, createUser, signIn } from '#server/test/factories.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import { watchSystem } from './actions.ts'
import { type Figures, troublesOf } from './policy.ts'

const noneHit = { total: 0, first: [] }
const well: Figures = {
  ...{ webhooksWaiting: 0, webhooksSeconds: null, webhooksFailed: 0 },
  ...{ sendsWaiting: 0, sendsSeconds: null, sendsHit: noneHit, metaSent: 100, metaFailed: 0, metaHit: noneHit },
  ...{ numbersDown: 0, numbersHit: noneHit, jobsWaiting: 0, jobsSeconds: null, jobsFailed: 0, jobsHit: noneHit },
  ...{ noticesFailed: 0, workerDown: false, scheduleSeconds: null, databaseMilliseconds: 3, connectionPercent: 20 },
  ...{ longestSeconds: 0, diskFreePercent: 40 },
}

describe('what is wrong', () => {
  test.each<[string, Partial<Figures>, string[]]>([
    ['nothing', {}, []],
    ['nothing by a short queue', { webhooksWaiting: 900, webhooksSeconds: 20, jobsWaiting: 5, jobsSeconds: 60 }, []],
    ['a long queue', { webhooksWaiting: 900, webhooksSeconds: 61 }, ['bad webhooks_behind']],
    ['a tenth refused by Meta', { metaFailed: 10 }, ['bad meta_refusing']],
    ['nothing by some refused of many', { metaFailed: 9 }, []],
    ['nothing by few refused', { metaSent: 4, metaFailed: 4 }, []],
    ['a worker that ended', { workerDown: true }, ['bad workers_gone']],
    ['a little room on the disk', { diskFreePercent: 9 }, ['watch disk_low']],
    [
      'the worst first',
      { jobsFailed: 1, sendsWaiting: 3, sendsSeconds: 121 },
      ['bad sends_behind', 'watch jobs_failed'],
    ],
  ])('%s', (_, figures, expected) => {
    const found = troublesOf({ ...well, ...figures })
    expect(found.map(({ severity, kind }) => `${severity} ${kind}`)).toEqual(expected)
  })
})

describe('the page', () => {
  let w: ProductWorld
  beforeAll(async () => {
    w = await openProductWorld()
  })
  afterAll(() => w.close())

  const adminBrowser = async () => {
    const admin = await createUser(w.deps, { role: 'admin' })
    const browser = createBrowser(w.app)
    browser.use(await signIn(w.deps, admin.id, null))
    return { admin, browser }
  }
  const failed = async (facts: Partial<typeof jobs.$inferInsert> = {}) => {
    const id = newId()
    const finishedAt = new Date(Date.now() - 1000)
    const row = { queue: 'mail', name: 'tests.none', companyId: NIL, input: {}, error: 'It broke', attempts: 3 }
    await w.deps.database.db.insert(jobs).values({ ...row, id, status: 'failed', finishedAt, ...facts })
    return id
  }
  const statusOf = async (id: string) =>
    (await w.deps.database.pool.query<{ status: string }>('select status from jobs where id = $1', [id])).rows[0]
      ?.status

  test('says what gave up and whom that hits, runs it again once for each key, and lets it go', async () => {
    const { browser } = await adminBrowser()
    const company = await createCompany(w.deps)
    const own = await failed({ companyId: company.id })
    const older = await failed({ uniqueKey: 'tests:one', finishedAt: new Date(Date.now() - 9000) })
    const newer = await failed({ uniqueKey: 'tests:one' })
    const system = (await browser.get('/api/v1/admin/system')).json()
    const trouble = system.troubles.find(({ kind }: { kind: string }) => kind === 'jobs_failed')
    expect(trouble).toMatchObject({ severity: 'watch', count: 3, companies: { total: 1, first: [{ id: company.id }] } })

    const first = (await browser.get('/api/v1/admin/system/failed-jobs?limit=1')).json()
    const rest = (await browser.get(`/api/v1/admin/system/failed-jobs?cursor=${first.page.next}`)).json()
    const listed = [...first.data, ...rest.data].map(({ id }: { id: string }) => id)
    expect(listed.toSorted()).toEqual([own, older, newer].toSorted())

    const settle = (body: object) => browser.post('/api/v1/admin/system/failed-jobs', body)
    expect((await settle({ action: 'discard', jobs: { ids: [own] } })).json()).toEqual({ changed: 1 })
    expect(await statusOf(own)).toBe('canceled')
    const until = first.data[0].finishedAt
    expect((await settle({ action: 'retry', jobs: { until } })).json()).toEqual({ changed: 2 })
    expect([await statusOf(older), await statusOf(newer)]).toEqual(['merged', 'queued'])
    expect((await settle({ action: 'retry', jobs: { until } })).json()).toEqual({ changed: 0 })
    const audit = (await browser.get('/api/v1/admin/audit?action=system.')).json()
    expect(audit.data.map(({ action }: { action: string }) => action)).toEqual([
      'system.jobs_retried',
      'system.jobs_discarded',
    ])
  })

  test('has failed webhooks processed again', async () => {
    const { browser } = await adminBrowser()
    const id = newId()
    await w.deps.database.db.insert(webhookEvents).values({ id, shard: 0, body: Buffer.from('{}'), state: 2 })
    expect((await browser.post('/api/v1/admin/system/failed-webhooks')).json()).toEqual({ changed: 1 })
    const { rows } = await w.deps.database.pool.query('select state from webhook_events where id = $1', [id])
    expect(rows).toEqual([{ state: 0 }])
    await w.deps.database.pool.query('delete from webhook_events where id = $1', [id])
  })

  test('tells admins once of what stands for five minutes', async () => {
    const { admin } = await adminBrowser()
    await w.refresh()
    await w.deps.database.db.insert(webhookEvents).values({
      ...{ id: newId(), shard: 0, body: Buffer.from('{}'), receivedAt: new Date(Date.now() - 3_600_000) },
    })
    const watch = (minutes: number) => {
      const now = () => new Date(Date.now() + minutes * 60_000)
      return watchSystem({ ...systemCtx(w.deps, 'tests'), now })
    }
    const told = async () =>
      (await w.inboxOf(admin.id)).filter((item) => JSON.stringify(item).includes('Webhooks from Meta are piling up'))
    await watch(-9)
    expect(await told()).toEqual([])
    await watch(-1)
    await watch(0)
    expect(await told()).toHaveLength(1)
    const { rows } = await w.deps.database.pool.query("select * from system_troubles where kind = 'webhooks_behind'")
    expect(rows).toMatchObject([{ ended_at: null }])
  })
})
