import { type DetailMoment, detailMoments } from '@recado/contracts/notifications/details'
import { signatureOf } from '@recado/providers/signature'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { saveRestraint } from '#server/notifications/audience/preferences/actions.ts'
import type { Restraint } from '#server/notifications/audience/preferences/queries.ts'
import { asSubscriber } from '#server/notifications/audience/subscribers/as-subscriber.ts'
import { inEnvironment } from '#server/notifications/shared/context.ts'
import { type Gateways, openGateways } from '#server/test/gateways.ts'
import {
  all,
  delay,
  digest,
  inApp,
  type NotificationWorld,
  openNotificationWorld,
  step,
} from '#server/test/notification-world.ts'

type Json = Record<string, unknown>
const MINUTE = 60_000
const ten = { type: 'regular', amount: 10, unit: 'minutes' }
const backoff = { ...ten, type: 'backoff', backoff: true, backoffAmount: 5, backoffUnit: 'minutes' }
const never = all({ on: 'payload', field: 'n', operator: 'EQUAL', value: 'never' })
const unreadable = '{{dateFormat at pattern}}'
const badPattern = { at: '2026-01-01', pattern: 'n' }
const mail = { type: 'email', subject: 'Hi', content: 'Hi', contentType: 'customHtml' }
const editorMail = { type: 'email', subject: 'Hi', content: [{ type: 'text', content: unreadable }] }
const plain = (type: string): Json => step({ type, content: 'Hi' })
const [sms, chat, push] = [plain('sms'), plain('chat'), plain('push')]
const reachable = { subscriberId: 'ana', email: 'ana@example.com', phone: '+5511999990001' }

let world: NotificationWorld
let gateways: Gateways
let smsIntegration: { _id: string; identifier: string }
beforeAll(async () => {
  world = await openNotificationWorld()
  gateways = await openGateways(world)
  smsIntegration = await gateways.connectSms()
  await gateways.connectMail()
  await gateways.connectPush()
  await world.connect('chat', 'mattermost', {})
  await world.subscribe('ana')
  await gateways.joinChat('ana')
  await gateways.addTokens('ana', 'token')
})
afterAll(async () => {
  await world.close()
  await gateways.close()
})
beforeEach(() => gateways.reset())

/** Runs steps for someone who can be reached everywhere; answers the transaction. */
const run = async (steps: Json[], payload: Json = {}, more: Json = {}, to: unknown = reachable): Promise<string> => {
  const { name } = await world.createWorkflow(steps)
  return (await world.trigger(name, to, payload, more)).transactionId
}
const later = async (transactionId: Promise<string>, ...waits: number[]) => {
  await transactionId
  for (const wait of waits) await world.later(wait)
  return transactionId
}
const cancel = (transactionId: string) => world.call('DELETE', `/events/trigger/${transactionId}`)
const twice = async (metadata: Json): Promise<[string, string]> => {
  const { name } = await world.createWorkflow([digest(metadata), inApp('x')])
  const first = await world.trigger(name, reachable)
  return [first.transactionId, (await world.trigger(name, reachable)).transactionId]
}
const refusing = async (which: 'sms' | 'chat' | 'push', steps: Json[], reply: object | 'silence' = { status: 400 }) => {
  gateways[which].reply(reply as object)
  return run(steps)
}
const prefer = async (subscriberId: string, body: Json): Promise<string> => {
  await world.subscribe(subscriberId)
  const { name, id } = await world.createWorkflow([inApp('x')])
  await world.call('PATCH', `/subscribers/${subscriberId}/preferences${body['channel'] ? `/${id}` : ''}`, body)
  return (await world.trigger(name, subscriberId)).transactionId
}
const restrain = async (subscriberId: string, restraint: Restraint) => {
  await world.subscribe(subscriberId)
  const ctx = inEnvironment(systemCtx(world.deps, 'test'), world.environment)
  await saveRestraint(await asSubscriber(ctx, subscriberId), restraint)
}
const askingWebhook = all({
  on: 'webhook',
  webhookUrl: 'http://127.0.0.1:5339/',
  field: 'a',
  operator: 'EQUAL',
  value: '1',
})
const reported = async (event: string): Promise<string> => {
  const transactionId = await run([sms])
  const [message] = await world.messages(transactionId)
  const payload = JSON.stringify({ id: message?.id, event })
  const { organizationId, id } = world.environment
  const url = `/v1/webhooks/organizations/${organizationId}/environments/${id}/sms/${smsIntegration.identifier}`
  const headers = { 'content-type': 'application/json', 'x-novu-signature': signatureOf('s', payload) }
  await world.app.inject({ method: 'POST', url, headers, payload })
  return transactionId
}
const custom = (url: string) => step({ type: 'custom' }, { metadata: { url } })

/** How each moment comes about. */
const causes: Record<DetailMoment, () => Promise<string>> = {
  step_created: () => run([inApp('x')]),
  step_queued: () => run([sms]),
  step_delayed: () => run([delay(ten)]),
  step_digested: () => run([digest(ten)]),
  sending_started: () => run([inApp('x')]),
  integration_selected: () => run([sms]),
  tenant_selected: async () => {
    await world.createTenant('acme')
    return run([inApp('x')], {}, { tenant: 'acme' })
  },
  variant_chosen: () => {
    const filters = all({ on: 'payload', field: 'n', operator: 'EQUAL', value: '1' })
    return run([inApp('x', { variants: [{ template: { type: 'in_app', content: 'y' }, filters }] })], { n: 1 })
  },
  message_created: () => run([push]),
  digest_triggered: () => later(run([digest(ten)]), 10 * MINUTE),
  message_sent: () => run([step(mail)]),
  delay_finished: () => later(run([delay(ten)]), 10 * MINUTE),
  digest_merged: async () => (await twice(ten))[1],
  digest_skipped: async () => (await twice(backoff))[0],
  filtered_by_conditions: () => run([inApp('x', { filters: never })]),
  filtered_by_global_preferences: () => prefer('bia', { enabled: false }),
  filtered_by_preferences: () => prefer('caio', { channel: { type: 'in_app', enabled: false } }),
  filtered_by_muted_tenant: async () => {
    await world.createTenant('noisy')
    await restrain('dora', { quietHours: null, mutedTenants: ['noisy'] })
    return run([inApp('x')], {}, { tenant: 'noisy' }, 'dora')
  },
  quiet_hours: async () => {
    const always = { enabled: true, timeZone: 'UTC', days: [0, 1, 2, 3, 4, 5, 6], from: '00:00', to: '23:59' }
    await restrain('elis', { quietHours: always, mutedTenants: null })
    return run([sms], {}, {}, { ...reachable, subscriberId: 'elis' })
  },
  workflow_started: async () => {
    const { name } = await world.createWorkflow([inApp('x')])
    return run([step({ type: 'trigger' }, { metadata: { workflow: name } })])
  },
  address_called: () => run([custom(gateways.chat.url)]),
  address_retried: () => refusing('chat', [custom(gateways.chat.url)]),
  canceled: async () => {
    const transactionId = await run([delay(ten)])
    await cancel(transactionId)
    return transactionId
  },
  stopped: () => refusing('sms', [{ ...sms, shouldStopOnFail: true }, inApp('x')]),
  digest_promoted: async () => {
    const [head, follower] = await twice({ ...ten, amount: 11 })
    await cancel(head)
    return follower
  },
  reply_misconfigured: () => run([step(mail, { replyCallback: { active: true } })]),
  chat_target_failed: () => refusing('chat', [chat]),
  push_target_failed: () => refusing('push', [push]),
  webhook_condition_retried: () => run([inApp('x', { filters: askingWebhook })]),
  webhook_condition_failed: () => later(run([inApp('x', { filters: askingWebhook })]), MINUTE, MINUTE),
  no_integration: () => run([sms], {}, { overrides: { sms: { integrationIdentifier: 'unknown' } } }),
  no_email: () => run([step(mail)], {}, {}, 'nobody'),
  no_phone: () => run([sms], {}, {}, 'nobody'),
  no_chat_channel: () => run([chat], {}, {}, 'nobody'),
  no_device_tokens: () => run([push], {}, {}, 'nobody'),
  content_not_generated: () => run([inApp(unreadable)], badPattern),
  editor_syntax_error: () => run([step(editorMail)], badPattern),
  layout_not_found: () => run([step(mail)], {}, { overrides: { layoutIdentifier: 'unknown' } }),
  tenant_not_found: async () => {
    await world.createTenant('gone')
    const transactionId = run([delay(ten), inApp('x')], {}, { tenant: 'gone' })
    await transactionId
    await world.call('DELETE', '/tenants/gone')
    return later(transactionId, 10 * MINUTE)
  },
  provider_error: () => refusing('sms', [sms]),
  provider_unreachable: () => refusing('sms', [sms], { status: 429, headers: { 'retry-after': '5' } }),
  all_chat_channels_failed: () => refusing('chat', [chat]),
  all_push_targets_failed: () => refusing('push', [push]),
  condition_error: () =>
    run([inApp('x', { filters: all({ on: 'payload', field: 'n', operator: 'EQUAL', value: '{{unknown n}}' }) })], {
      n: 1,
    }),
  invalid_delay: () => run([delay({ type: 'scheduled', delayPath: 'at' })]),
  invalid_digest: () => {
    // The thirty-first of the month, every twelve months from November on.
    const timed = { monthlyType: 'each', monthDays: [31] }
    return world
      .moveTo('2026-11-10T12:00:00Z')
      .then(() => run([digest({ type: 'timed', amount: 12, unit: 'months', timed })]))
  },
  recursion_refused: async () => {
    const { name } = await world.createWorkflow(
      [step({ type: 'trigger' }, { metadata: { workflow: 'workflow-itself' } })],
      {
        name: 'Workflow itself',
      },
    )
    await world.deps.database.pool.query(
      `update notification_workflow_versions v set steps = jsonb_set(v.steps, '{0,metadata,workflow}', to_jsonb(w.identifier))
       from notification_workflows w where w.id = v.workflow_id and w.identifier = $1`,
      [name],
    )
    await world.trigger(name, reachable)
    const { rows } = await world.deps.database.pool.query<{ id: string }>(
      `select r.transaction_id as id from notification_jobs j join notification_runs r on r.id = j.run_id
       where j.type = 'trigger' and j.status = 'failed' order by j.id desc limit 1`,
    )
    return rows[0]?.id ?? ''
  },
  step_failed: async () => {
    const transactionId = run([delay(ten), inApp('x')], {}, {}, 'leaving')
    await transactionId
    await world.call('DELETE', '/subscribers/leaving')
    return later(transactionId, 10 * MINUTE)
  },
  fate_unknown: () => refusing('sms', [sms], 'silence'),
  provider_reported: () => reported('delivered'),
  provider_reported_failure: () => reported('undelivered'),
}

it.each(Object.entries(causes))('%s is written down when it happens', async (moment, cause) => {
  const transactionId = await cause()
  const found = (await world.jobs(transactionId)).flatMap(({ executionDetails }) => executionDetails)
  const { status, source, text: detail } = detailMoments[moment as DetailMoment]
  expect(found).toContainEqual(
    expect.objectContaining({ moment, status, source, detail, createdAt: expect.any(String) }),
  )
})

it('there is a cause of every moment', () => {
  expect(Object.keys(causes).sort()).toEqual(Object.keys(detailMoments).sort())
})
