import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactIdentities } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createChannel, createConversation, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let t: TestApp
let headers: { cookie: string }
let companyId: string
let conversation: string
let contactId: string

beforeAll(async () => {
  t = await buildOwnApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  const signedIn = await createSignedIn(t.deps)
  headers = signedIn.headers
  companyId = signedIn.company.id
  const { channel } = await createChannel(t.deps, companyId)
  const windowExpiresAt = new Date(Date.now() + 3_600_000)
  const row = await createConversation(t.deps, companyId, { channelId: channel.id, windowExpiresAt })
  await t.deps.database.db.update(contactIdentities).set({ phone: '5511987650001', waId: '5511987650001' })
  conversation = `/api/v1/conversations/${row.id}`
  contactId = row.contactId
})

const get = (url: string) => t.app.inject({ url, headers })
const send = (method: 'POST' | 'PATCH', url: string, payload: object) =>
  t.app.inject({
    method,
    url,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
const base64 = (text: string) => Buffer.from(text).toString('base64url')

describe('a cursor that we did not make', () => {
  const cursors = [
    'x',
    base64(`9999999999|${newId()}`),
    base64(`2026-13-99 99:99:99+00|${newId()}`),
    base64(`2026-02-31 10:00:00+00|${newId()}`),
    base64(`999999999-01-01 00:00:00+00|${newId()}`),
    base64('2026-11-21 10:00:00+00|x'),
    base64(JSON.stringify({ at: '2026-02-31 10:00:00+00', id: newId() })),
    base64(JSON.stringify({ at: '2026-11-21 10:00:00+00', id: newId(), rank: 10 })),
    base64('{'),
  ]

  it.each(cursors)('is refused by lists and timelines: %s', async (cursor) => {
    for (const url of [
      '/api/v1/conversations?cursor=',
      '/api/v1/conversations?sort=waiting&cursor=',
      `${conversation}/messages?before=`,
    ])
      expect((await get(`${url}${cursor}`)).statusCode).toBe(422)
  })

  it.each([
    `8640000000000000 ${newId()}`,
    `-8640000000000000 ${newId()}`,
    `1 ${'-'.repeat(36)}`,
    `{"at":8640000000000000,"id":"${newId()}"}`,
    'x',
  ])('begins the audit log anew: %s', async (cursor) => {
    expect((await get(`/api/v1/companies/${companyId}/audit?cursor=${base64(cursor)}`)).statusCode).toBe(200)
  })
})

describe('a cursor with a character that a database does not take', () => {
  const keys = [`${newId()} a\u0000b`, JSON.stringify({ id: newId(), key: 'a\u0000b' })]

  it.each(keys)('is refused by every list that sorts by a text: %j', async (key) => {
    const cursor = base64(key)
    expect((await get(`/api/v1/companies/${companyId}/members?cursor=${cursor}`)).statusCode).toBe(422)
    const admin = await createUser(t.deps, { role: 'admin' })
    const answer = await t.app.inject({
      url: `/api/v1/admin/company-access?cursor=${cursor}`,
      headers: await signIn(t.deps, admin.id, null),
    })
    expect(answer.statusCode).toBe(422)
  })
})

describe('a form', () => {
  const boundary = 'form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n'
  it.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    ['with an empty boundary', 'multipart/form-data; boundary=', 'x'],
    ['with a boundary without end', `multipart/form-data; boundary=${'b'.repeat(300)}`, 'x'],
    ['without a body', 'multipart/form-data; boundary=b', ''],
    ['that breaks off', 'multipart/form-data; boundary=b', `--b\r\ncontent-disposition: ${boundary}half of it`],
    ['of nonsense', 'multipart/form-data; boundary=b', '\u0000--b\u0000'],
  ])('%s is refused', async (_what, type, payload) => {
    const answer = await t.app.inject({
      method: 'POST',
      url: `${conversation}/attachments`,
      headers: {
        ...headers,
        'content-type': type,
        cookie: `${headers.cookie}; XSRF-TOKEN=same`,
        'x-xsrf-token': 'same',
      },
      payload,
    })
    expect(answer.statusCode).toBeGreaterThanOrEqual(400)
    expect(answer.statusCode).toBeLessThan(500)
  })
})

describe('characters that a database does not take', () => {
  it('are left out of what is sent', async () => {
    const clientKey = newId()
    const answer = await send('POST', `${conversation}/messages`, { type: 'text', clientKey, body: 'a\u0000b\ud800c' })
    expect([answer.statusCode, answer.json().body]).toEqual([201, 'ab\ufffdc'])
    const place = { latitude: 1, longitude: 1, name: 'Praça\u0000 \udc00' }
    const located = await send('POST', `${conversation}/messages`, { type: 'location', clientKey: newId(), ...place })
    expect(located.json().payload.location.name).toBe('Praça \ufffd')
  })

  it('are no text by themselves', async () => {
    const draft = { type: 'text', clientKey: newId(), body: '\u0000' }
    expect((await send('POST', `${conversation}/messages`, draft)).statusCode).toBe(422)
  })

  it('are left out of profiles, companies, contacts and searches', async () => {
    const contact = { version: 1, name: 'Bi\u0000a', notes: '\ud800', tags: ['v\u0000ip'] }
    expect((await send('PATCH', `/api/v1/contacts/${contactId}`, contact)).json()).toMatchObject({
      name: 'Bia',
      tags: ['vip'],
    })
    expect((await send('PATCH', '/api/v1/me', { name: 'An\u0000a' })).json()).toMatchObject({ name: 'Ana' })
    const company = { name: 'Lo\u0000ja', address: { city: 'Reci\u0000fe' } }
    expect((await send('PATCH', `/api/v1/companies/${companyId}`, company)).json()).toMatchObject({ name: 'Loja' })
    expect((await get('/api/v1/conversations?search=B%00ia')).json().data).toHaveLength(1)
  })
})

describe('a token pasted with a line break in it', () => {
  it('is refused at its field, and not as if Meta were away', async () => {
    const body = {
      wabaId: '102290129340398',
      phoneNumberId: '106540352242922',
      accessToken: `EAA${'x'.repeat(40)}\n${'y'.repeat(40)}`,
    }
    const answer = await send('POST', '/api/v1/channels/checks', body)
    expect([answer.statusCode, answer.json().errors?.[0]?.path]).toEqual([422, 'accessToken'])
  })
})
