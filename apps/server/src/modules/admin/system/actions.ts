import type { EndpointInput } from '@recado/contracts'
import type { System, settleFailedJobs } from '@recado/contracts/admin/system'
import { type Ctx, inTransaction, type UserCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { queueNames } from '#server/jobs/define.ts'
import { discardFailed, retryFailed } from '#server/jobs/statements.ts'
import { decodeCursor, encodeCursor, instantPlace } from '#server/lib/cursor.ts'
import { socketConnections } from '#server/lib/metrics.ts'
import { type PageInput, pageFrom } from '#server/lib/page.ts'
import { productVersion } from '#server/lib/version.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { retryFailedEvents } from '#server/modules/whatsapp/webhooks/index.ts'
import { troublesOf } from './policy.ts'
import * as queries from './queries.ts'
import { troubleText } from './texts.ts'

const iso = (value: string | null) => (value === null ? null : new Date(value).toISOString())

const readAll = async (ctx: Ctx) => {
  const database = await queries.readDatabase(ctx)
  const [work, meta, queues, disk] = await Promise.all([
    queries.readWork(ctx),
    queries.readMeta(ctx),
    queries.readQueues(ctx),
    ctx.deps.files.space(),
  ])
  return { database, work, meta, queues, disk }
}
type Read = Awaited<ReturnType<typeof readAll>>

const judge = (ctx: Ctx, { database, work, meta, queues, disk }: Read) => {
  const ageOf = (value: string | null) =>
    value === null ? null : Math.max(0, Math.round((ctx.now().getTime() - new Date(value).getTime()) / 1000))
  const ages = queues.flatMap(({ oldestAt }) => ageOf(oldestAt) ?? [])
  return troublesOf({
    ...work,
    webhooksSeconds: ageOf(work.webhooksOldest),
    sendsSeconds: ageOf(work.sendsOldest),
    workerDown: ctx.deps.worker?.state() === 'down',
    scheduleSeconds: ageOf(work.scheduleDue),
    metaSent: meta.sent,
    metaFailed: meta.failed,
    metaHit: meta.hit,
    jobsWaiting: queues.reduce((sum, { waiting }) => sum + waiting, 0),
    jobsSeconds: ages.length > 0 ? Math.max(...ages) : null,
    jobsFailed: queues.reduce((sum, { failed }) => sum + failed, 0),
    databaseMilliseconds: database.milliseconds,
    connectionPercent: Math.round((database.connections / database.maxConnections) * 100),
    longestSeconds: database.longestSeconds,
    diskFreePercent: Math.round((disk.free / disk.total) * 100),
  })
}

const empty = { waiting: 0, oldestAt: null, running: 0, delayed: 0, failed: 0 }

/** How the platform runs, what is wrong with it, and whom that hits. */
export const readSystem = async (ctx: Ctx): Promise<System> => {
  const all = await readAll(ctx)
  const { work, meta, queues, database, disk } = all
  const schedules = await queries.readSchedules(ctx)
  const known = await queries.listTroubles(ctx)
  const sinceOf = (kind: string) => iso(known.find((row) => row.kind === kind && row.endedAt === null)?.since ?? null)
  return {
    at: ctx.now().toISOString(),
    version: productVersion,
    troubles: judge(ctx, all).map((trouble) => ({ ...trouble, since: sinceOf(trouble.kind) })),
    workers: work.workers,
    sockets: (await socketConnections.get()).values[0]?.value ?? 0,
    webhooks: {
      waiting: work.webhooksWaiting,
      oldestAt: iso(work.webhooksOldest),
      failed: work.webhooksFailed,
      lastAt: iso(work.webhooksLast),
    },
    sends: { waiting: work.sendsWaiting, oldestAt: iso(work.sendsOldest), unknown: work.sendsUnknown },
    meta: { sent: meta.sent, failed: meta.failed, classes: meta.classes },
    queues: queueNames.map((queue) => {
      const found = queues.find((row) => row.queue === queue) ?? { ...empty, queue }
      return { ...found, oldestAt: iso(found.oldestAt) }
    }),
    schedules: schedules.map((row) => ({
      ...row,
      lastAt: iso(row.lastAt),
      nextAt: new Date(row.nextAt).toISOString(),
    })),
    database,
    disk,
  }
}

/** Jobs that gave up, the last first. */
export const listFailed = async (ctx: Ctx, { cursor, limit }: PageInput) => {
  const rows = await queries.listFailedJobs(ctx, decodeCursor(instantPlace, cursor), limit + 1)
  return pageFrom(
    rows,
    limit,
    ({ companyId, company, ...row }) => ({
      ...row,
      company: companyId && company !== null ? { id: companyId, name: company } : null,
      error: row.error ?? '',
      finishedAt: new Date(row.finishedAt).toISOString(),
    }),
    (row) => encodeCursor({ at: new Date(row.finishedAt), id: row.id }),
  )
}

type Settle = EndpointInput<typeof settleFailedJobs>['body']

/** Runs jobs that gave up once more, or lets them go. */
export const settleFailed = (ctx: UserCtx, { action, jobs }: Settle): Promise<{ changed: number }> =>
  inTransaction(ctx, async (tx) => {
    const which = 'ids' in jobs ? jobs : { until: new Date(jobs.until) }
    const changed = await (action === 'retry' ? retryFailed : discardFailed)(tx.db, which)
    if (changed > 0)
      await recordAudit(tx, {
        action: action === 'retry' ? 'system.jobs_retried' : 'system.jobs_discarded',
        diff: { changed },
      })
    if (action === 'retry')
      tx.afterCommit(() => {
        for (const queue of queueNames) tx.deps.jobs.wake(queue)
      })
    return { changed }
  })

/** Has webhooks processed once more that could not be. */
export const retryWebhooks = (ctx: UserCtx): Promise<{ changed: number }> =>
  inTransaction(ctx, async (tx) => {
    const changed = await retryFailedEvents(tx)
    if (changed > 0) await recordAudit(tx, { action: 'system.webhooks_retried', diff: { changed } })
    return { changed }
  })

/** Records problems, and alerts platform admins to those that affected customers for five minutes; not in the demo. */
export const watchSystem = async (ctx: Ctx): Promise<void> => {
  const troubles = judge(ctx, await readAll(ctx))
  await inTransaction(ctx, async (tx) => {
    await queries.noteTroubles(
      tx,
      troubles.map(({ kind }) => kind),
    )
    if (tx.deps.config.MODE === 'demo') return
    const bad = troubles.filter(({ severity, kind }) => severity === 'bad' || kind === 'jobs_failed')
    const untold = await queries.takeUntold(
      tx,
      bad.map(({ kind }) => kind),
    )
    const found = bad.filter(({ kind }) => untold.includes(kind))
    await emit(
      tx,
      'system.trouble_found',
      ...found.map(({ kind, count, companies }) => ({ kind, ...troubleText(kind, count, companies) })),
    )
  })
}
