import { autoAssign } from '@recado/contracts/companies/teams'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { csatResponses } from '#server/db/schema/automation/csat.ts'
import { teams } from '#server/db/schema/companies/teams.ts'
import { consents, contacts } from '#server/db/schema/contacts/contacts.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import {
  addMember,
  createChannel,
  createConversation,
  createSignedIn,
  createUser,
  signIn,
} from '#server/test/factories.ts'
import { sumMessagesAcrossCompanies } from './sum-messages.ts'

// Compares each figure, bar, cell and reason with the list it links to, requested with the filters of that link.

let server: TestApp
const now = new Date('2026-11-21T15:00:00Z')
const DAY_MS = 86_400_000
const ago = (days: number, hours = 0) => new Date(now.getTime() - days * DAY_MS - hours * 3_600_000)

beforeAll(async () => {
  server = await buildOwnApp()
  server.deps.now = () => now
})
afterAll(() => server.close())

type Home = Awaited<ReturnType<typeof createSignedIn>>

const say = async (home: Home, talk: { id: string; channelId: string; contactId: string }, at: Date, fields: object) =>
  server.deps.database.db.insert(messages).values({
    companyId: home.company.id,
    id: newId(),
    conversationId: talk.id,
    channelId: talk.channelId,
    contactId: talk.contactId,
    direction: 'out',
    type: 'text',
    body: 'x',
    origin: 'agent',
    status: 'delivered',
    occurredAt: at,
    ...fields,
  })

/** When each message that failed did. */
const failedAt = new Date('2026-01-01T12:00:00Z')

const kinds = [
  { direction: 'in', origin: 'contact', status: 'received' },
  { pricingType: 'regular', pricingCategory: 'service' },
  { pricingType: 'free_customer_service', pricingCategory: 'service' },
  { type: 'template', payload: { template: { name: 'promo', category: 'MARKETING' } }, status: 'sent' },
  {
    type: 'template',
    payload: { template: { name: 'promo', category: 'MARKETING' } },
    ...{ status: 'failed', failedAt },
    errorCode: 131026,
  },
  { pricingType: 'regular', pricingCategory: 'marketing' },
  { status: 'failed', failedAt, errorCode: 131047 },
  { status: 'failed', failedAt },
  { direction: 'event', type: 'event' },
]

/** Conversations in every status with every kind of message over a hundred days, some close to midnight. */
const furnish = async () => {
  const home = await createSignedIn(server.deps)
  const { db } = server.deps.database
  const numbers = [await createChannel(server.deps, home.company.id), await createChannel(server.deps, home.company.id)]
  const team = newId()
  await db
    .insert(teams)
    .values({ id: team, companyId: home.company.id, name: 'Sales', autoAssign: autoAssign.parse({}) })
  const states = [
    { status: 'open', waitingSince: ago(0, 2) },
    { status: 'open', waitingSince: ago(1), slaDueAt: ago(0, 1), teamId: team },
    { status: 'open', assigneeId: home.user.id, slaDueAt: ago(0, 3), firstResponseAt: ago(0, 1) },
    { status: 'pending' },
    { status: 'snoozed', snoozedUntil: ago(-1), waitingSince: ago(2), slaDueAt: ago(1) },
    { status: 'resolved', assigneeId: home.user.id, resolvedAt: ago(2), firstResponseAt: ago(3), teamId: team },
    { status: 'resolved', resolvedAt: new Date('2026-11-15T03:00:00Z') },
    { status: 'resolved', resolvedAt: new Date('2026-11-15T02:59:59Z') },
    { status: 'open', resolvedAt: ago(1), assigneeId: home.user.id },
  ] as const
  for (const [index, state] of states.entries()) {
    const createdAt = ago(index * 2, 4)
    const channelId = numbers[index % 2]?.channel.id ?? ''
    const talk = await createConversation(server.deps, home.company.id, { createdAt, channelId, ...state })
    await db
      .update(contacts)
      .set({ phone: `55819912300${10 + index}`, createdAt })
      .where(eq(contacts.id, talk.contactId))
    for (const [place, kind] of kinds.entries()) {
      await say(home, talk, ago(index + place, place * 3), kind)
      await say(home, talk, ago(95 + index, place), kind)
    }
    await say(home, talk, new Date('2026-11-15T03:00:00Z'), kinds[0] ?? {})
    for (const kind of kinds.slice(6, 8)) await say(home, talk, ago(index / 9, 1), kind)
    const person = { companyId: home.company.id, contactId: talk.contactId }
    if (index % 3 === 0)
      await db
        .insert(consents)
        .values({ ...person, id: newId(), purpose: 'marketing', state: 'denied', source: 'keyword', at: ago(index) })
    if (index % 2 === 0)
      await db.insert(csatResponses).values({
        ...{ ...person, id: newId(), conversationId: talk.id, channelId: talk.channelId },
        ...{ score: 4, sentAt: ago(index), answeredAt: ago(index) },
      })
  }
  return { home, team }
}

type Query = Record<string, string | number | undefined>
type Get = (path: string, query: Query) => Promise<ReturnType<typeof JSON.parse>>

const getterOf = (headers: { cookie: string }): Get => {
  const browser = createBrowser(server.app)
  browser.use(headers)
  return async (path, query) => {
    const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const answer = await browser.get(`/api/v1/${path}?${new URLSearchParams(given)}`)
    expect(answer.statusCode, path).toBe(200)
    return answer.json()
  }
}

const countAll = async (get: Get, path: string, query: Query): Promise<number> => {
  let [count, cursor]: [number, string | undefined] = [0, undefined]
  do {
    const { data, page } = await get(path, { ...query, limit: 100, cursor })
    count += data.length
    cursor = page.next ?? undefined
  } while (cursor)
  return count
}

/** The scope of the dashboard, in the parameters of its own endpoints and of the two lists. */
type Scope = { dashboard: Query; chat: Query; log: Query }

const expectAgreement = async (get: Get, scope: Scope, days: Query) => {
  const period = { ...scope.dashboard, ...days }
  const summary = await get('dashboard/summary', period)
  const within = summary.period as { from: string; to: string }
  const chat = (query: Query) => countAll(get, 'conversations', { ...scope.chat, ...query })
  const log = (query: Query) => countAll(get, 'messages', { ...scope.log, ...query })
  const event = (name: string, when: Query = within) => chat({ status: 'all', event: name, ...when })
  const { assigneeId: _, ...anybody } = scope.chat
  expect({ ...summary.now, channels: 0 }).toEqual({
    open: await chat({}),
    unassigned: await countAll(get, 'conversations', { ...anybody, view: 'unassigned' }),
    waiting: await chat({ waiting: 'true' }),
    overdue: await chat({ overdue: 'true' }),
    channels: 0,
  })
  const people = (kind: string) => countAll(get, 'dashboard/people', { ...period, kind })
  const { created, resolved, messagesIn, messagesOut, failed, newContacts, optOuts } = summary.current
  expect({ created, resolved, messagesIn, messagesOut, failed, newContacts, optOuts }).toEqual({
    created: await event('created'),
    resolved: await event('resolved'),
    messagesIn: await log({ ...within, direction: 'in' }),
    messagesOut: await log({ ...within, direction: 'out' }),
    failed: await log({ ...within, direction: 'out', status: 'failed' }),
    newContacts: await people('newContacts'),
    optOuts: await people('optOuts'),
  })
  const ratings: { score: number }[] = (await get('dashboard/people', { ...period, kind: 'ratings', limit: 100 })).data
  const average = ratings.reduce((sum, { score }) => sum + score, 0) / ratings.length
  expect(summary.current.csatAverage).toBe(ratings.length === 0 ? null : average)
  expect((await event('answered')) > 0).toBe(summary.current.firstResponseMedianSeconds !== null)
  for (const { code, count } of summary.failures as { code: string; count: number }[]) {
    const errorCode = code === 'unknown' ? 'none' : code
    expect(count, code).toBe(await log({ ...within, direction: 'out', status: 'failed', errorCode }))
  }
  const { categories } = await get('dashboard/spend', period)
  for (const { category, messages: count, amount } of categories) {
    const filter = { ...scope.log, ...within, category, priced: 'yes' }
    const sums = await get('messages/summary', filter)
    const cost = (sums.costs as { amount: number }[]).reduce((sum, one) => sum + one.amount, 0)
    expect([count, cost.toFixed(6)], category).toEqual([await countAll(get, 'messages', filter), amount.toFixed(6)])
  }
  return { period, within, chat, log }
}

const expectBars = async (get: Get, scope: Scope, days: Query) => {
  const series = await get('dashboard/series', { ...scope.dashboard, ...days })
  for (const point of series.points) {
    const day = point.at.slice(0, 10)
    const when = { from: day, to: day, hour: series.unit === 'hour' ? Number(point.at.slice(11, 13)) : undefined }
    const log = (query: Query) => countAll(get, 'messages', { ...scope.log, ...when, ...query })
    const chat = (name: string) =>
      countAll(get, 'conversations', { ...scope.chat, status: 'all', event: name, ...when })
    expect(point, point.at).toMatchObject({
      in: await log({ direction: 'in' }),
      out: await log({ direction: 'out' }),
      failed: await log({ direction: 'out', status: 'failed' }),
      created: await chat('created'),
      resolved: await chat('resolved'),
    })
  }
}

const expectCells = async (get: Get, scope: Scope, days: Query) => {
  const { period } = await get('dashboard/summary', { ...scope.dashboard, ...days })
  const { cells } = await get('dashboard/heat', { ...scope.dashboard, ...days })
  expect(cells.length).toBeGreaterThan(0)
  for (const { weekday, hour, count } of cells)
    expect(count, `${weekday} ${hour}`).toBe(
      await countAll(get, 'messages', { ...scope.log, ...period, direction: 'in', weekday, hour }),
    )
}

describe('each figure equals the number of rows in its list', () => {
  const everything: Scope = { dashboard: {}, chat: {}, log: {} }

  test('for a week, a day, a quarter and a past period, before and after messages are aggregated', async () => {
    const { home } = await furnish()
    const get = getterOf(home.headers)
    for (const days of [{ days: 7 }, { days: 1 }, { days: 90 }, { from: '2026-08-01', to: '2026-11-21' }])
      await expectAgreement(get, everything, days)
    await expectBars(get, everything, { days: 7 })
    await expectBars(get, everything, { days: 1 })
    await expectCells(get, everything, { days: 30 })
    await sumMessagesAcrossCompanies(systemCtx(server.deps, 'test'), new AbortController().signal)
    await expectAgreement(get, everything, { days: 120 })
  })

  test('for one team, one number, and the conversations of one member', async () => {
    const { home, team } = await furnish()
    const get = getterOf(home.headers)
    const [{ channel }] = (await get('conversations', { limit: 1 })).data
    const { errors, since } = await get(`channels/${channel.id}/activity`, {})
    expect(errors.length).toBeGreaterThan(0)
    for (const { code, count } of errors.flatMap(({ codes }: { codes: object[] }) => codes))
      expect(count).toBe(
        await countAll(get, 'messages', {
          channelId: channel.id,
          status: 'failed',
          from: since,
          errorCode: code ?? 'none',
        }),
      )
    const whose = { assigneeId: home.user.id }
    for (const scope of [
      { dashboard: { teamId: team }, chat: { teamId: team }, log: { teamId: team } },
      { dashboard: { channelId: channel.id }, chat: { channelId: channel.id }, log: { channelId: channel.id } },
      { dashboard: whose, chat: whose, log: whose },
    ]) {
      await expectAgreement(get, scope, { days: 30 })
      await expectBars(get, scope, { from: '2026-11-18', to: '2026-11-20' })
    }
  })

  test('for a member who sees only assigned conversations', async () => {
    const { home } = await furnish()
    const user = await createUser(server.deps)
    await addMember(server.deps, home.company.id, user.id, { role: 'member', visibility: 'assigned' })
    const get = getterOf(await signIn(server.deps, user.id, home.company.id))
    expect((await expectAgreement(get, everything, { days: 30 })).within).toEqual({
      from: '2026-10-23',
      to: '2026-11-21',
    })
  })

  test('for platform admins and operators', async () => {
    await furnish()
    const admin = await createUser(server.deps, { role: 'admin' })
    const get = getterOf(await signIn(server.deps, admin.id))
    const platform = await get('dashboard/platform', { since: '2026-11-21T03:00:00Z' })
    const today = { from: '2026-11-21', to: '2026-11-21' }
    expect(platform).toMatchObject({
      companies: await countAll(get, 'admin/companies', {}),
      activeCompanies: await countAll(get, 'admin/companies', { active: 'yes' }),
      messagesToday: await countAll(get, 'admin/messages', today),
      failingChannels: await countAll(get, 'operator/channels', { trouble: 'yes' }),
      deadJobs: await countAll(get, 'admin/system/failed-jobs', {}),
      notificationFailures: await countAll(get, 'admin/notifications/runs', {
        status: 'failed',
        from: '2026-11-21T03:00:00Z',
      }),
    })
    const system = await get('admin/system', {})
    expect([platform.waitingWebhooks, platform.failedWebhooks]).toEqual([
      system.webhooks.waiting,
      system.webhooks.failed,
    ])
    expect(await get('operator/figures', {})).toEqual({
      numbers: await countAll(get, 'operator/channels', {}),
      trouble: await countAll(get, 'operator/channels', { trouble: 'yes' }),
      paused: await countAll(get, 'operator/channels', { paused: 'yes' }),
      waiting: await countAll(get, 'operator/channels', { waiting: 'yes' }),
    })
  })
})
