import type { ChannelType, LogCode, NotificationJobStatus } from '@recado/contracts/notifications/domain'
import { systemCtx } from '#server/context.ts'
import { type LogFilters, listLogs } from '#server/notifications/engine/activity/queries/logs.ts'
import { inEnvironment } from '#server/notifications/shared/context.ts'
import { buildOwnApp } from './app.ts'
import { createTestEnvironment } from './notifications.ts'

type Json = Record<string, unknown>
export type Detail = { moment: string; status: string; raw: string | null; isRetry: boolean }
export type Message = {
  id: string
  target: string
  status: string
  content: string
  subject: string | null
  address: string | null
  error: string | null
  seen: boolean
  createdAt: Date
  expireAt: Date
}
export type Job = { _id: string; type: string; status: NotificationJobStatus; executionDetails: Detail[] }

/**
 * The application with an environment of its own, and a clock that stands still until it is moved. `settle` does
 * everything that is due.
 */
export const openNotificationWorld = async (
  at = '2026-03-02T12:00:00.000Z',
  overrides: Record<string, string> = {},
) => {
  const { app, deps, close } = await buildOwnApp(overrides)
  const own = await createTestEnvironment(deps, { tier: 'unlimited' })
  let now = new Date(at)
  deps.now = () => now

  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
    const body = payload === undefined ? {} : { payload }
    const response = await app.inject({ method, url: `/v1${url}`, headers: own.headers, ...body })
    return { status: response.statusCode, body: response.body === '' ? null : response.json() }
  }
  const settle = () => deps.notifications.drain(deps)
  /** The jobs of the runs of a transaction, with their execution details. */
  const jobs = async (transactionId: string): Promise<Job[]> => {
    const answer = await call('GET', `/notifications?transactionId=${transactionId}`)
    return answer.body.data.flatMap(({ jobs }: { jobs: Job[] }) => jobs)
  }
  const logs = (filters: Partial<LogFilters>) =>
    listLogs(inEnvironment(systemCtx(deps, 'test'), own.environment), { limit: 100, ...filters })
  let names = 0

  return {
    app,
    deps,
    close,
    ...own,
    call,
    settle,
    now: () => now,
    /** Moves the clock and does what has become due. */
    moveTo: async (instant: string | Date) => {
      now = new Date(instant)
      await settle()
    },
    later: async (milliseconds: number) => {
      now = new Date(now.getTime() + milliseconds)
      await settle()
    },
    /** An active workflow of these steps; answers its trigger identifier and id. */
    createWorkflow: async (steps: Json[], fields: Json = {}): Promise<{ name: string; id: string; steps: Json[] }> => {
      const groups = await call('GET', '/notification-groups')
      const answer = await call('POST', '/workflows', {
        name: `Workflow ${++names}`,
        notificationGroupId: groups.body.data[0]._id,
        active: true,
        steps,
        ...fields,
      })
      if (answer.status !== 201) throw new Error(`the workflow was refused: ${JSON.stringify(answer.body)}`)
      const { _id: id, triggers, steps: stored } = answer.body.data
      return { id, name: triggers[0].identifier, steps: stored }
    },
    trigger: async (name: string, to: unknown, payload: Json = {}, more: Json = {}) => {
      const answer = await call('POST', '/events/trigger', { name, to, payload, ...more })
      await settle()
      return { status: answer.status, ...(answer.body.data ?? answer.body) } as {
        status: string
        transactionId: string
        message?: unknown
      }
    },
    /** Contents of the inbox, oldest first. */
    inbox: async (subscriberId: string): Promise<string[]> => {
      const answer = await call('GET', `/subscribers/${subscriberId}/notifications/feed?limit=100`)
      return answer.body.data.map(({ content }: { content: string }) => content).reverse()
    },
    jobs,
    statuses: async (transactionId: string) => (await jobs(transactionId)).map(({ status }) => status),
    /** What was decided about the jobs of a transaction, by the names of the moments. */
    moments: async (transactionId: string) =>
      (await jobs(transactionId)).flatMap(({ executionDetails }) => executionDetails.map(({ moment }) => moment)),
    logs,
    /** Codes of the execution log of a transaction, the oldest first. */
    codes: async (transactionId: string): Promise<LogCode[]> =>
      (await logs({ transactionId })).map(({ code }) => code).reverse(),
    /** The messages of a transaction, on every channel. */
    messages: async (transactionId: string): Promise<Message[]> => {
      const found = await deps.database.pool.query<Message>(
        `select id, target, status, content, subject, address, error_text as error, seen_at is not null as seen,
          created_at as "createdAt", expire_at as "expireAt" from notification_messages where transaction_id = $1 order by job_id, target`,
        [transactionId],
      )
      return found.rows
    },
    /** An active integration; its credentials are not tried. */
    connect: async (channel: ChannelType, providerId: string, credentials: Json, more: Json = {}) => {
      const body = { channel, providerId, credentials, active: true, check: false, ...more }
      const answer = await call('POST', '/integrations', body)
      if (answer.status !== 201) throw new Error(`the integration was refused: ${JSON.stringify(answer.body)}`)
      return answer.body.data as { _id: string; identifier: string }
    },
    subscribe: (subscriberId: string, fields: Json = {}) => call('POST', '/subscribers', { subscriberId, ...fields }),
    createTenant: async (identifier: string, data: Json = {}): Promise<string> =>
      (await call('POST', '/tenants', { identifier, name: identifier, data })).body.data._id,
  }
}
export type NotificationWorld = Awaited<ReturnType<typeof openNotificationWorld>>

export const inApp = (content: string, more: Json = {}) => ({ template: { type: 'in_app', content }, ...more })
export const digest = (metadata: Json, more: Json = {}) => ({
  template: { type: 'digest', content: '' },
  metadata,
  ...more,
})
export const delay = (metadata: Json, more: Json = {}) => ({
  template: { type: 'delay', content: '' },
  metadata,
  ...more,
})
export const step = (template: Json, more: Json = {}) => ({ template: { content: '', ...template }, ...more })
export const all = (...children: Json[]) => [{ value: 'AND', children }]
