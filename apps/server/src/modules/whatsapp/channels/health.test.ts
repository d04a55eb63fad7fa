import type { HealthCheck } from '@recado/contracts/whatsapp/channel-health'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CompanyCtx, systemCtx } from '#server/context.ts'
import { users } from '#server/db/schema/identity/users.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { channels, waAccounts } from '#server/db/schema/whatsapp/channels.ts'
import { templateAccounts } from '#server/db/schema/whatsapp/templates.ts'
import { monthStart } from '#server/lib/business-hours.ts'
import { newId } from '#server/lib/ids.ts'
import { parseWebhook } from '#server/lib/whatsapp-cloud/parse-webhook.ts'
import { acceptBulk, type BulkMessage, sendMessage } from '#server/modules/inbox/composing/index.ts'
import { startSender } from '#server/modules/whatsapp/sending/index.ts'
import { addMember, createUser, signIn } from '#server/test/factories.ts'
import { openInboxes } from '#server/test/product-notifications.ts'
import {
  createConversation,
  createInbound,
  eventually,
  findMessage,
  readSend,
  startWhatsappWorld,
  type WhatsappWorld,
  wabaId,
} from '#server/test/whatsapp-world.ts'
import { sumUpAcrossCompanies, sumUpCompany } from './actions/rollup.ts'
import { sumUsage } from './actions/usage.ts'
import { applyAccountEvents } from './index.ts'
import { touchChannelRows } from './queries/touch.ts'

let world: WhatsappWorld
let inboxes: Awaited<ReturnType<typeof openInboxes>>
let home: Awaited<ReturnType<WhatsappWorld['company']>>
let platformAdmin: string
let colleague: { id: string; headers: Record<string, string> }

beforeAll(async () => {
  world = await startWhatsappWorld({
    WHATSAPP_APP_ID: '900100200300400',
    WHATSAPP_APP_SECRET: 'app-secret-of-the-tests',
    WHATSAPP_VERIFY_TOKEN: 'verify-token-of-the-tests',
  })
  inboxes = await openInboxes(world)
})
beforeEach(async () => {
  home = await world.company()
  const user = await createUser(world.deps)
  await world.deps.database.db.update(users).set({ role: 'customer' }).where(eq(users.role, 'admin'))
  platformAdmin = (await createUser(world.deps, { role: 'admin' })).id
  await addMember(world.deps, home.company.id, user.id)
  colleague = { id: user.id, headers: await signIn(world.deps, user.id) }
  await inboxes.refresh()
})
afterEach(async () => {
  const { control } = world
  await control.clearRefusals()
  await control.token(true, undefined, 0)
  await control.account({ id: wabaId, verification: 'verified', unpaid: false, subscribed: true })
  await control.app({ fields: null })
  await world.forgetSends()
})
afterAll(() => world.close())

const api = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
  world.app.inject({
    method,
    url: `/api/v1/channels${path}`,
    headers: home.headers,
    ...(payload || method === 'POST' ? { payload: payload ?? {} } : {}),
  })
type Detail = {
  status: string
  statusReason: string | null
  health: { checks: { name: HealthCheck; state: string; value: string | null; errorCode: number | null }[] }
}
const look = async (): Promise<Detail> => (await api('POST', `/${home.channel.id}/health-checks`)).json()
const checkOf = ({ health }: Detail, name: HealthCheck) => health.checks.find((check) => check.name === name)
const set = (values: Partial<typeof channels.$inferInsert>) =>
  world.deps.database.db.update(channels).set(values).where(eq(channels.id, home.channel.id))
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const toldTo = async (id: string) => (await inboxes.inboxOf(id)).map(({ templateIdentifier }) => templateIdentifier)
const told = () => toldTo(colleague.id)

type Fault = {
  check: HealthCheck
  break: () => Promise<unknown>
  state: string
  status: string
  reason: string | null
  notice?: string
  /** What cannot be told then. */
  unknown?: HealthCheck[]
  /** What mends it, and what it takes besides. */
  fix?: object
}
const number = () => home.channel.phoneNumberId
const control = () => world.control
const synced = (at: Date) =>
  world.deps.database.db
    .insert(templateAccounts)
    .values({ waAccountId: home.account.id, companyId: home.company.id, syncedAt: at })
    .onConflictDoUpdate({ target: templateAccounts.waAccountId, set: { syncedAt: at } })

const faults: Fault[] = [
  {
    check: 'token',
    break: () => control().token(false),
    state: 'problem',
    status: 'token_expired',
    reason: 'graph:190',
    notice: 'channel.token_expired',
    unknown: ['subscription', 'registration', 'quality', 'limit', 'sending'],
  },
  {
    check: 'registration',
    break: () => control().refuse({ path: `/${number()}`, method: 'GET', code: 33 }),
    state: 'problem',
    status: 'restricted',
    reason: 'number_missing',
    notice: 'channel.restricted',
    unknown: ['quality', 'limit', 'sending'],
  },
  {
    check: 'token',
    break: () => control().token(true, undefined, Math.floor(Date.now() / 1000) + 3 * 86_400),
    state: 'warning',
    status: 'connected',
    reason: null,
  },
  {
    check: 'subscription',
    break: () => control().account({ id: wabaId, subscribed: false }),
    state: 'problem',
    status: 'degraded',
    reason: 'not_subscribed',
    notice: 'channel.webhook_stale',
    fix: { fix: 'resubscribe' },
  },
  {
    check: 'registration',
    break: () => control().number({ id: number(), registered: false, pin: null }),
    state: 'problem',
    status: 'degraded',
    reason: 'not_registered',
    notice: 'channel.restricted',
    fix: { fix: 'register', pin: '246810' },
  },
  {
    check: 'registration',
    break: () => control().number({ id: number(), status: 'BANNED' }),
    state: 'problem',
    status: 'banned',
    reason: 'number_banned',
    notice: 'channel.restricted',
  },
  {
    check: 'quality',
    break: () => control().number({ id: number(), qualityRating: 'RED' }),
    state: 'problem',
    status: 'degraded',
    reason: 'quality_red',
    notice: 'channel.quality_changed',
  },
  {
    check: 'name',
    break: () => control().number({ id: number(), nameStatus: 'DECLINED' }),
    state: 'warning',
    status: 'connected',
    reason: null,
  },
  {
    check: 'pin',
    break: () => control().number({ id: number(), pin: null }),
    state: 'warning',
    status: 'connected',
    reason: null,
    fix: { fix: 'pin', pin: '135790' },
  },
  {
    check: 'verification',
    break: () => control().account({ id: wabaId, verification: 'not_verified' }),
    state: 'warning',
    status: 'connected',
    reason: null,
  },
  {
    check: 'payment',
    break: () => control().account({ id: wabaId, unpaid: true }),
    state: 'problem',
    status: 'degraded',
    reason: 'payment_missing',
  },
  {
    check: 'webhook_lag',
    break: () =>
      touchChannelRows(world.deps.database.pool, [
        { id: home.channel.id, inbound: true, app: false, at: new Date(), lagSeconds: 400 },
      ]),
    state: 'problem',
    status: 'degraded',
    reason: 'webhook_lag',
  },
  {
    check: 'last_event',
    break: () => set({ unheardSince: minutesAgo(20), lastEventAt: minutesAgo(40) }),
    state: 'problem',
    status: 'degraded',
    reason: 'webhook_stale',
    notice: 'channel.webhook_stale',
  },
  {
    check: 'templates',
    break: () => synced(minutesAgo(90)),
    state: 'warning',
    status: 'degraded',
    reason: 'templates_failing',
    fix: { fix: 'templates' },
  },
  {
    check: 'phone_app',
    break: () => set({ kind: 'coexistence', lastAppEventAt: minutesAgo(11 * 24 * 60) }),
    state: 'warning',
    status: 'connected',
    reason: null,
    notice: 'channel.coexistence_idle',
  },
]

describe('a fault at Meta', () => {
  test.each(faults)('$check, $state: the check says so, and the status follows', async (fault) => {
    await control().number({ id: number(), pin: '123456' })
    await synced(new Date())
    expect(await look()).toMatchObject({ status: 'connected' })
    await fault.break()
    const broken = await look()
    expect([checkOf(broken, fault.check)?.state, broken.status, broken.statusReason]).toEqual([
      fault.state,
      fault.status,
      fault.reason,
    ])
    for (const name of fault.unknown ?? []) expect(checkOf(broken, name)?.state, name).toBe('unknown')
    expect(await told()).toEqual(fault.notice ? [fault.notice] : [])
    expect(await toldTo(platformAdmin)).toHaveLength(fault.notice === 'channel.webhook_stale' ? 1 : 0)
    if (!fault.fix) return
    const mended = await api('POST', `/${home.channel.id}/fixes`, fault.fix)
    expect([mended.statusCode, checkOf(mended.json(), fault.check)?.state, mended.json().status]).toEqual([
      200,
      'ok',
      'connected',
    ])
  })

  test('a field that the app does not hear of is named, and subscribing again adds it', async () => {
    await synced(new Date())
    await control().app({ fields: ['account_update'] })
    const broken = await look()
    expect([broken.status, broken.statusReason]).toEqual(['degraded', 'fields_missing'])
    expect(checkOf(broken, 'fields')?.value?.split(' ')).toContain('messages')
    const mended = (await api('POST', `/${home.channel.id}/fixes`, { fix: 'resubscribe' })).json()
    expect([checkOf(mended, 'fields')?.state, mended.status]).toEqual(['ok', 'connected'])
  })

  test('an unpaid template stops the number; when someone says it is paid it goes on', async () => {
    await synced(new Date())
    await world.deps.database.db
      .update(waAccounts)
      .set({ paymentFailedAt: minutesAgo(5) })
      .where(eq(waAccounts.id, home.account.id))
    await set({ status: 'restricted', statusReason: 'graph:131042', restrictedUntil: new Date(Date.now() + 3_600_000) })
    expect(checkOf(await look(), 'payment')).toMatchObject({ state: 'problem' })
    const mended = (await api('POST', `/${home.channel.id}/fixes`, { fix: 'payment' })).json()
    expect([checkOf(mended, 'payment')?.state, mended.status]).toEqual(['ok', 'connected'])
  })

  test('a number of the phone app has no PIN of ours, and one that is gone cannot be mended', async () => {
    await set({ kind: 'coexistence' })
    const answer = await api('POST', `/${home.channel.id}/fixes`, { fix: 'pin', pin: '135790' })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'channel_busy'])
    await api('DELETE', `/${home.channel.id}`)
    expect((await api('POST', `/${home.channel.id}/fixes`, { fix: 'resubscribe' })).json().code).toBe(
      'channel_not_sendable',
    )
    expect(await told()).toEqual(['channel.disconnected'])
  })
})

test('the owner disconnects the number on the phone: it says so, and the admins hear of it', async () => {
  await set({ kind: 'coexistence' })
  const value = {
    event: 'PARTNER_REMOVED',
    waba_info: { waba_id: wabaId, owner_business_id: '900500600700800' },
    disconnection_info: { reason: 'PRIMARY_INACTIVITY', initiated_by: 'SYSTEM' },
  }
  const body = {
    object: 'whatsapp_business_account',
    entry: [{ id: wabaId, changes: [{ field: 'account_update', value }] }],
  }
  await applyAccountEvents(systemCtx(world.deps, 'test'), parseWebhook(Buffer.from(JSON.stringify(body))))
  expect((await api('GET', `/${home.channel.id}`)).json()).toMatchObject({
    status: 'token_expired',
    statusReason: 'phone_app_disconnected',
    disconnectedAt: null,
  })
  expect((await told()).toSorted()).toEqual(['channel.disconnected', 'channel.token_expired'])
})

const template = (
  fields: Partial<typeof messages.$inferInsert>,
  talk: Awaited<ReturnType<typeof createConversation>>,
) => ({
  companyId: home.company.id,
  id: newId(),
  conversationId: talk.id,
  channelId: home.channel.id,
  contactId: talk.contactId,
  direction: 'out' as const,
  type: 'template',
  payload: { template: { name: 'with_picture', language: 'pt_BR', category: 'MARKETING' } },
  origin: 'campaign' as const,
  status: 'sent' as const,
  occurredAt: new Date(),
  ...fields,
})
const talkTo = (digits: string) =>
  createConversation(world.deps, home.channel, { phone: `5581${digits}`, windowOpen: false })

describe('what a number did', () => {
  test('is summed up by the hour, priced, and counted against the limit once for each person outside of the window', async () => {
    const [first, second, open] = [await talkTo('900000001'), await talkTo('900000002'), await talkTo('900000003')]
    await createInbound(world.deps, open, null)
    const rows = [
      template({}, first),
      template({ pricingType: 'regular', pricingCategory: 'marketing' }, first),
      template({ status: 'failed', errorCode: 131026 }, second),
      template({}, open),
    ]
    await world.deps.database.db.insert(messages).values(rows)
    for (let again = 0; again < 2; again++) await sumUpCompany(systemCtx(world.deps, 'test'), home.company.id, false)
    const { data } = (await api('GET', '/usage')).json()
    expect(data).toMatchObject([{ id: home.channel.id, messagesDay: 4, errorsHour: 1, currency: 'BRL', limitUsed: 1 }])
    expect(data[0].spendMonth).toBeCloseTo(3 * 0.334375, 6)
  })

  test('costs the same on the page of the numbers, for those who look after it and on the dashboard, history too', async () => {
    const { company } = home
    const now = new Date()
    const talk = await talkTo('900000016')
    const priced = { pricingType: 'regular', pricingCategory: 'marketing' }
    const rows = [now, monthStart(company.timezone, now)].map((occurredAt) => template({ ...priced, occurredAt }, talk))
    await world.deps.database.db.insert(messages).values(rows)
    const { data } = (await api('GET', '/usage')).json()
    expect(data[0].spendMonth).toBeCloseTo(2 * 0.334375, 6)
    const [day = ''] = new Intl.DateTimeFormat('sv', { timeZone: company.timezone }).format(now).split(' ')
    const url = `/api/v1/dashboard/spend?from=${day.slice(0, 8)}01&to=${day}`
    const { categories } = (await world.app.inject({ url, headers: home.headers })).json()
    expect(categories).toMatchObject([{ category: 'marketing', amount: data[0].spendMonth, messages: 2 }])
    const operated = await sumUsage(systemCtx(world.deps, 'test'), [{ id: home.channel.id, companyId: company.id }])
    expect(operated.get(home.channel.id)).toMatchObject({
      messagesDay: data[0].messagesDay,
      errorsHour: data[0].errorsHour,
      spendDay: data[0].spendDay,
    })
  })

  test('people hear at 90 percent and at all of the limit, though another number cannot be read', async () => {
    const unreadable = await world.company()
    await world.deps.database.db
      .update(channels)
      .set({ lastOutboundAt: new Date(), settings: { limits: { spendPerDay: { amount: 'much' } } } })
      .where(eq(channels.id, unreadable.channel.id))
    await set({ messagingLimit: 'TIER_1', lastOutboundAt: new Date() })
    await world.deps.database.db
      .insert(messages)
      .values([template({}, await talkTo('900000004')), template({}, await talkTo('900000005'))])
    for (let again = 0; again < 2; again++)
      await expect(sumUpAcrossCompanies(systemCtx(world.deps, 'test'))).rejects.toThrow(AggregateError)
    expect(await told()).toEqual(['channel.limit_reached'])
    await world.deps.database.db.update(channels).set({ settings: {} }).where(eq(channels.id, unreadable.channel.id))
  })

  test('people hear once at 80 percent and once at all of the spend cap of a day, each in their language', async () => {
    const pt = await createUser(world.deps, { locale: 'pt' })
    await addMember(world.deps, home.company.id, pt.id)
    await inboxes.refresh()
    const hear = async (id: string) =>
      (await inboxes.inboxOf(id)).map(({ content }) => content.replace(/.*<\/b> /, '')).toSorted()
    const spend = async (digits: string) => {
      await world.deps.database.db.insert(messages).values([template({ occurredAt: noon }, await talkTo(digits))])
      for (let again = 0; again < 2; again++) await sumUpAcrossCompanies(ctx)
    }
    // A past noon, far from the day boundaries of the spending cap; one marketing message costs 0.334375.
    const noon = new Date(
      `${minutesAgo(24 * 60)
        .toISOString()
        .slice(0, 10)}T12:00:00Z`,
    )
    const ctx = { ...systemCtx(world.deps, 'test'), now: () => noon }
    const limits = { spendPerDay: { amount: 0.37, hard: true } }
    await set({ lastOutboundAt: noon, settings: { limits } })
    await spend('900000014')
    expect(await hear(colleague.id)).toEqual(["used 80% of today's spend limit"])
    await spend('900000015')
    expect(await hear(colleague.id)).toEqual([
      "used 100% of today's spend limit: templates wait until tomorrow",
      "used 80% of today's spend limit",
    ])
    expect(await hear(pt.id)).toEqual([
      'usou 100% do teto de gastos de hoje: os modelos esperam até amanhã',
      'usou 80% do teto de gastos de hoje',
    ])
  })

  test('a hard spend cap holds templates until they may cost more; answers in the chat go out', async () => {
    const day = { amount: 0.5, hard: true }
    const version = (await api('GET', `/${home.channel.id}`)).json().settings.version
    await api('PUT', `/${home.channel.id}/limits`, { version, limits: { spendPerDay: day } })
    const talks = [await talkTo('900000006'), await talkTo('900000007'), await talkTo('900000008')]
    const chat = await createConversation(world.deps, home.channel, {})
    await control().write({ from: chat.phone, text: 'Oi', phoneNumberId: number() })
    const payload = {
      template: { name: 'order_ready', language: 'pt_BR', category: 'MARKETING' },
      components: [],
    }
    const sends = talks.map(
      (talk): BulkMessage => ({
        companyId: home.company.id,
        messageId: newId(),
        channelId: home.channel.id,
        conversationId: talk.id,
        contactId: talk.contactId,
        recipient: talk.phone,
        type: 'template',
        body: null,
        payload,
        origin: 'campaign',
      }),
    )
    await acceptBulk(systemCtx(world.deps, 'test'), sends)
    const ctx: CompanyCtx = {
      ...systemCtx(world.deps, 'test'),
      company: {
        id: home.company.id,
        name: '',
        timezone: 'UTC',
        accessBlocks: [],
        member: { role: 'admin', grants: [], visibility: 'all' },
      },
    }
    const answer = await sendMessage(ctx, chat.id, { type: 'text', clientKey: newId(), body: 'Oi' })
    const sender = startSender(world.deps, { sweepMs: 20, ownershipSeconds: 30 })
    try {
      await eventually(async () => (await findMessage(world.deps, home.company.id, answer.id))?.status !== 'queued')
      const fateOf = async (id: string) => {
        const [message, waiting] = [await findMessage(world.deps, home.company.id, id), await readSend(world.deps, id)]
        if (message?.status !== 'queued') return 'gone'
        return waiting?.state === 0 && waiting.notBefore > new Date() ? 'held' : null
      }
      const fates = await Promise.all(sends.map(({ messageId }) => eventually(() => fateOf(messageId))))
      expect(fates.toSorted()).toEqual(['gone', 'held', 'held'])
    } finally {
      await sender.stop()
    }
  })
})

test('what a number did is its company’s own, and only its numbers are read again', async () => {
  const other = await world.company()
  await createInbound(world.deps, await createConversation(world.deps, other.channel), null)
  expect((await api('GET', '/usage')).json().data).toMatchObject([{ id: home.channel.id, messagesDay: 0 }])
  expect((await api('POST', '/resyncs', { ids: [other.channel.id] })).statusCode).toBe(404)
  expect((await api('POST', '/resyncs', { ids: [home.channel.id] })).json()).toEqual({ done: 1, skipped: [] })
  const late = await api('POST', '/resyncs', { filter: { status: 'connected' }, expected: 7 })
  expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])
})
