import { request } from 'undici'
import { systemCtx } from '../../apps/server/src/context.ts'
import { createOrganization } from '../../apps/server/src/notifications/audience/organizations/create.ts'
import { upsertSubscribers } from '../../apps/server/src/notifications/audience/subscribers/actions.ts'
import { createWidgetToken } from '../../apps/server/src/notifications/inbox/widget/token.ts'
import { inEnvironment } from '../../apps/server/src/notifications/shared/context.ts'
import type { Stage } from './stage.ts'

export type BenchEnvironment = {
  id: string
  apiKey: string
  /** Subscribers with their internal ids and widget tokens. */
  subscribers: { key: string; subscriberId: string; token: string }[]
}

/** An environment without limits, with so many subscribers. Fill it before the product starts. */
export const addEnvironment = async ({ deps }: Stage, subscribers: number): Promise<BenchEnvironment> => {
  const { development } = await createOrganization(systemCtx(deps, 'bench'), { name: 'Bench' })
  const { environment, apiKey } = development
  const limits = JSON.stringify({ trigger: 1_000_000, configuration: 1_000_000, global: 1_000_000 })
  await deps.database.pool.query('update notification_environments set rate_limits = $1', [limits])
  const ctx = inEnvironment(systemCtx(deps, 'bench'), environment)
  const rows = []
  for (let from = 0; from < subscribers; from += 500) {
    const count = Math.min(500, subscribers - from)
    const profiles = Array.from({ length: count }, (_, i) => ({ subscriberId: `s${from + i}`, firstName: 'Bia' }))
    rows.push(...(await upsertSubscribers(ctx, profiles)))
  }
  const people = rows.map((row) => ({
    key: row.id,
    subscriberId: row.subscriberId,
    token: createWidgetToken(deps, environment, row),
  }))
  return { id: environment.id, apiKey, subscribers: people }
}

export type Api = { url: string; apiKey: string }

/** Calls the notification API of the running product; throws when it refuses. */
export const callV1 = async <T>(
  { url, apiKey }: Api,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<T> => {
  const answer = await request(`${url}/v1${path}`, {
    method,
    headers: { authorization: `ApiKey ${apiKey}`, 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : null,
  })
  const text = await answer.body.text()
  if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text.slice(0, 500)}`)
  return JSON.parse(text) as T
}

/** An active workflow with one in-app step; answers its trigger identifier. */
export const addInAppWorkflow = async (api: Api): Promise<string> => {
  const groups = await callV1<{ data: { _id: string }[] }>(api, 'GET', '/notification-groups')
  const step = { template: { type: 'in_app', content: 'Hello {{subscriber.firstName}}, order {{order}} has left' } }
  const body = { name: 'Order', notificationGroupId: groups.data[0]?._id, active: true, steps: [step] }
  const made = await callV1<{ data: { triggers: { identifier: string }[] } }>(api, 'POST', '/workflows', body)
  return made.data.triggers[0]?.identifier ?? ''
}

const fillSql = `insert into notification_messages (id, environment_id, run_id, job_id, workflow_id, workflow_identifier,
    template_id, subscriber_id, transaction_id, channel, provider_id, content, payload, status, seen_at, read_at,
    created_at, updated_at, expire_at)
  select lpad(to_hex(i), 24, '0'), $1, lpad(to_hex(i), 24, '0'), lpad(to_hex(i), 24, '0'), 'w', 'order', 't', $2, 't' || i,
    'in_app', 'novu', 'Your order number ' || i || ' has left the warehouse', '{"order": "A1"}', 'sent',
    case when i % 3 = 0 then now() end, case when i % 4 = 0 then now() end, now() - make_interval(secs => i), now(),
    now() + interval '300 days'
  from generate_series($3::int, $4::int) i`

/** So many messages in the inbox of the first subscriber, and in all inboxes together. */
export const fillInboxes = async ({ deps }: Stage, environment: BenchEnvironment, own: number, all: number) => {
  const { pool } = deps.database
  const [first, ...others] = environment.subscribers
  if (!first) throw new Error('no subscriber')
  await pool.query(fillSql, [environment.id, first.key, 1, own])
  const each = Math.ceil((all - own) / others.length)
  for (const [n, other] of others.entries()) {
    const from = own + 1 + n * each
    await pool.query(fillSql, [environment.id, other.key, from, from + each - 1])
  }
  await pool.query('vacuum analyze notification_messages')
  return first
}
