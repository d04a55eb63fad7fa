import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type conversations, messages } from '#server/db/schema/index.ts'
import { buildTestApp, type TestApp } from '../../test/app.ts'
import { createBrowser } from '../../test/browser.ts'
import {
  addMember,
  createChannel,
  createCompany,
  createConversation,
  createSignedIn,
  createUser,
  signIn,
} from '../../test/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
  server.deps.now = () => new Date('2026-11-21T15:00:00Z')
})
afterAll(() => server.close())

const browserOf = (headers: { cookie: string }) => {
  const browser = createBrowser(server.app)
  browser.use(headers)
  return browser
}

const converse = async (companyId: string, fields: Partial<typeof conversations.$inferInsert> = {}) => {
  const { id, channelId, contactId } = await createConversation(server.deps, companyId, {
    createdAt: new Date('2026-11-21T12:00:00Z'),
    ...fields,
  })
  const write = async (direction: 'in' | 'out', at: string, extra: Partial<typeof messages.$inferInsert> = {}) => {
    await server.deps.database.db.insert(messages).values({
      companyId,
      id: uuidv7(),
      conversationId: id,
      channelId,
      contactId,
      direction,
      type: 'text',
      body: 'x',
      origin: direction === 'in' ? 'contact' : 'agent',
      status: direction === 'in' ? 'received' : 'sent',
      occurredAt: new Date(at),
      ...extra,
    })
  }
  return { id, write }
}

const lively = async () => {
  const made = await createSignedIn(server.deps)
  await createChannel(server.deps, made.company.id)
  const first = await converse(made.company.id, {
    waitingSince: new Date('2026-11-21T14:00:00Z'),
    createdAt: new Date('2026-11-21T12:00:00Z'),
    firstResponseAt: new Date('2026-11-21T12:01:00Z'),
  })
  const mine = await converse(made.company.id, {
    assigneeId: made.user.id,
    createdAt: new Date('2026-11-20T12:00:00Z'),
    firstResponseAt: new Date('2026-11-20T12:03:00Z'),
  })
  await converse(made.company.id, {
    status: 'resolved',
    createdAt: new Date('2026-11-13T12:00:00Z'),
    resolvedAt: new Date('2026-11-14T12:00:00Z'),
  })
  await first.write('in', '2026-11-21T12:00:00Z')
  await first.write('out', '2026-11-21T12:01:00Z')
  // Still the 19th in São Paulo, three hours behind UTC.
  await mine.write('in', '2026-11-20T02:30:00Z')
  await mine.write('out', '2026-11-20T12:03:00Z', { status: 'failed', errorCode: 131_047 })
  await mine.write('out', '2026-11-20T12:04:00Z', { status: 'failed', errorCode: 131_047 })
  await mine.write('out', '2026-11-20T12:05:00Z', { status: 'failed' })
  await first.write('in', '2026-11-12T12:00:00Z')
  return made
}

describe('the summary', () => {
  test('counts what stands and what happened, this period and the one before', async () => {
    const { headers, company } = await lively()
    const other = await converse((await createCompany(server.deps)).id)
    await other.write('in', '2026-11-21T12:00:00Z')
    const answer = await browserOf(headers).get('/api/v1/dashboard/summary?days=7')
    expect(answer.json()).toEqual({
      now: { open: 2, unassigned: 1, waiting: 1, overdue: 0, channels: 1 },
      current: {
        resolved: 0,
        firstResponseMedianSeconds: 120,
        resolutionMedianSeconds: null,
        csatAverage: null,
        optOuts: 0,
        messagesIn: 2,
        messagesOut: 4,
        failed: 3,
        newContacts: 2,
      },
      previous: {
        resolved: 1,
        firstResponseMedianSeconds: null,
        resolutionMedianSeconds: expect.any(Number),
        csatAverage: null,
        optOuts: 0,
        messagesIn: 1,
        messagesOut: 0,
        failed: 0,
        newContacts: 1,
      },
      failures: [
        { code: '131047', count: 2 },
        { code: 'unknown', count: 1 },
      ],
    })
    expect(company.timezone).toBe('America/Sao_Paulo')
  })

  test('of a member who sees assigned conversations only counts those', async () => {
    const { company } = await lively()
    const user = await createUser(server.deps)
    await addMember(server.deps, company.id, user.id, { role: 'member', visibility: 'assigned' })
    const b = browserOf(await signIn(server.deps, user.id, company.id))
    expect((await b.get('/api/v1/dashboard/summary')).json()).toMatchObject({
      now: { open: 0 },
      current: { messagesIn: 0, messagesOut: 0 },
    })
  })

  test('needs a company, and refuses odd periods', async () => {
    const user = await createUser(server.deps)
    const b = browserOf(await signIn(server.deps, user.id))
    expect((await b.get('/api/v1/dashboard/summary')).statusCode).toBe(403)
    const { headers } = await createSignedIn(server.deps)
    for (const days of ['0', '401', 'week']) {
      expect((await browserOf(headers).get(`/api/v1/dashboard/summary?days=${days}`)).statusCode).toBe(422)
    }
  })
})

test('the series has each day of the company calendar, with and without messages', async () => {
  const { headers } = await lively()
  expect((await browserOf(headers).get('/api/v1/dashboard/series?days=4')).json()).toEqual({
    timezone: 'America/Sao_Paulo',
    points: [
      { day: '2026-11-18', in: 0, out: 0, failed: 0 },
      { day: '2026-11-19', in: 1, out: 0, failed: 0 },
      { day: '2026-11-20', in: 0, out: 3, failed: 3 },
      { day: '2026-11-21', in: 1, out: 1, failed: 0 },
    ],
  })
})

describe('the checklist', () => {
  const doneOf = async (headers: { cookie: string }) => {
    const body = (await browserOf(headers).get('/api/v1/dashboard/checklist')).json()
    return {
      ids: body.steps.filter((step: { done: boolean }) => step.done).map((step: { id: string }) => step.id),
      done: body.done,
    }
  }

  test('follows the data', async () => {
    const user = await createUser(server.deps)
    expect(await doneOf(await signIn(server.deps, user.id))).toEqual({ ids: [], done: false })
    const fresh = await createSignedIn(server.deps)
    expect(await doneOf(fresh.headers)).toEqual({ ids: ['create_company'], done: false })
    const busy = await lively()
    expect((await doneOf(busy.headers)).ids).toEqual([
      'create_company',
      'connect_number',
      'receive_message',
      'send_message',
    ])
    await addMember(server.deps, busy.company.id, user.id, { role: 'member' })
    expect((await doneOf(busy.headers)).done).toBe(true)
  })
})
