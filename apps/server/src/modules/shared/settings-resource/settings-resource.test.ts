import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { memberSockets } from '#server/db/schema/automation/routing.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { labels } from '#server/db/schema/inbox/labels.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { newId } from '#server/lib/ids.ts'
import { dropFreeAttachments } from '#server/modules/shared/files/queries.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { type Browser, createBrowser } from '#server/test/browser.ts'
import {
  addMember,
  createChannel,
  createCompany,
  createConversation,
  createUser,
  signIn,
} from '#server/test/factories.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const join = async (companyId: string, fields: Parameters<typeof addMember>[3] = {}, name = 'Ana Lima') => {
  const user = await createUser(server.deps, { name })
  await addMember(server.deps, companyId, user.id, fields)
  const browser = createBrowser(server.app)
  browser.use(await signIn(server.deps, user.id, companyId))
  return { user, browser }
}

const setUp = async () => {
  const company = await createCompany(server.deps, { name: 'Empório' })
  const admin = await join(company.id)
  const agent = await join(company.id, { role: 'member' }, 'Bruno Dias')
  return { company, admin, agent }
}

const create = async (browser: Browser, path: string, body: object) => {
  const answer = await browser.post(`/api/v1/${path}`, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const list = async (browser: Browser, path: string) => (await browser.get(`/api/v1/${path}`)).json().data
const codeOf = (answer: { statusCode: number; json: () => { code?: string; errors?: { path: string }[] } }) => [
  answer.statusCode,
  answer.json().code,
  ...(answer.json().errors ?? []).map((error) => error.path),
]
const audited = async (companyId: string) => {
  const rows = await server.deps.database.db.select().from(auditLogs).where(eq(auditLogs.companyId, companyId))
  return rows.map((row) => row.action)
}
const changesOf = (companyId: string) => {
  const events: string[] = []
  const stop = server.deps.bus.subscribe('changes', ({ change }) => {
    if (change.companyId === companyId) events.push(change.event)
  })
  return { events, stop }
}
const team = (name: string, more: object = {}) => ({ name, autoAssign: {}, members: [], ...more })
const promise = { firstResponse: 30 }

describe('labels', () => {
  test('are listed by name, whatever its case, and told to browsers and the audit log', async () => {
    const { company, admin, agent } = await setUp()
    const { events, stop } = changesOf(company.id)
    await create(admin.browser, 'labels', { name: 'urgent', color: 'red' })
    await create(admin.browser, 'labels', { name: 'Bill', color: 'green' })
    stop()
    expect((await list(agent.browser, 'labels')).map((label: { name: string }) => label.name)).toEqual([
      'Bill',
      'urgent',
    ])
    expect(events).toEqual(['settings.updated', 'settings.updated'])
    expect(await audited(company.id)).toEqual(['label.created', 'label.created'])
  })

  test('keep one name each, also in another case and after a change', async () => {
    const { admin } = await setUp()
    await create(admin.browser, 'labels', { name: 'Urgent', color: 'red' })
    const other = await create(admin.browser, 'labels', { name: 'Later', color: 'gray' })
    expect(codeOf(await admin.browser.post('/api/v1/labels', { name: 'URGENT', color: 'blue' }))).toEqual([
      409,
      'duplicate',
    ])
    expect(codeOf(await admin.browser.patch(`/api/v1/labels/${other.id}`, { version: 1, name: 'urgent' }))).toEqual([
      409,
      'duplicate',
    ])
    expect((await admin.browser.patch(`/api/v1/labels/${other.id}`, { version: 1, color: 'teal' })).json()).toEqual({
      id: other.id,
      version: 2,
      name: 'Later',
      color: 'teal',
    })
  })

  test('are at most two hundred', async () => {
    const { company, admin } = await setUp()
    const rows = Array.from({ length: 199 }, (_, i) => ({
      id: newId(),
      companyId: company.id,
      name: `L${i}`,
      color: 'red',
    }))
    await server.deps.database.db.insert(labels).values(rows)
    const both = await Promise.all(
      ['A', 'B'].map((name) => admin.browser.post('/api/v1/labels', { name, color: 'red' })),
    )
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([201, 409])
  })

  test('that are removed leave conversations, teams, macros and SLA policies', async () => {
    const { company, admin } = await setUp()
    const gone = await create(admin.browser, 'labels', { name: 'Gone', color: 'red' })
    const kept = await create(admin.browser, 'labels', { name: 'Kept', color: 'red' })
    const { id } = await createConversation(server.deps, company.id, { labelIds: [gone.id, kept.id] })
    await create(admin.browser, 'teams', team('Sales', { defaultLabelIds: [gone.id, kept.id] }))
    const conditions = (labelIds: string[]) => ({ labelIds })
    await create(admin.browser, 'sla-policies', { name: 'One', targets: promise, conditions: conditions([gone.id]) })
    await create(admin.browser, 'sla-policies', {
      name: 'Two',
      targets: promise,
      conditions: conditions([gone.id, kept.id]),
    })
    const steps = [{ type: 'add_labels', labelIds: [gone.id] }, { type: 'resolve' }]
    await create(admin.browser, 'macros', { name: 'Mark', steps, scope: 'company' })
    const counted = await list(admin.browser, 'labels?with=counts')
    expect(counted.map((label: { conversations: number }) => label.conversations)).toEqual([1, 1])

    expect((await admin.browser.remove(`/api/v1/labels/${gone.id}`)).statusCode).toBe(204)

    const [row] = await server.deps.database.db.select().from(conversations).where(eq(conversations.id, id))
    expect(row?.labelIds).toEqual([kept.id])
    expect((await list(admin.browser, 'teams'))[0].defaultLabelIds).toEqual([kept.id])
    expect((await list(admin.browser, 'macros'))[0].steps).toEqual([{ type: 'resolve' }])
    // The first would now hold for every conversation.
    expect(await list(admin.browser, 'sla-policies')).toMatchObject([
      { name: 'One', active: false, conditions: { labelIds: [] } },
      { name: 'Two', active: true, conditions: { labelIds: [kept.id] } },
    ])
  })
})

describe('teams', () => {
  test('have members of the company alone, and keep what a change does not name', async () => {
    const { admin, agent } = await setUp()
    const stranger = await createUser(server.deps)
    const refused = await admin.browser.post('/api/v1/teams', team('Sales', { members: [{ userId: stranger.id }] }))
    expect(codeOf(refused)).toEqual([422, 'validation_failed', 'members'])
    const label = await create(admin.browser, 'labels', { name: 'Sale', color: 'red' })
    const members = [{ userId: agent.user.id, lead: true }, { userId: admin.user.id }]
    const made = await create(
      admin.browser,
      'teams',
      team('Sales', { members, description: 'Who sells', defaultLabelIds: [label.id] }),
    )
    const changed = (await admin.browser.patch(`/api/v1/teams/${made.id}`, { version: 1, name: 'Shop' })).json()
    expect(changed).toMatchObject({ name: 'Shop', description: 'Who sells', defaultLabelIds: [label.id] })
    expect(changed.members).toMatchObject([
      { name: 'Bruno Dias', lead: true, presence: 'offline' },
      { name: 'Ana Lima', lead: false },
    ])
  })

  test('show their members online while a browser is connected', async () => {
    const { company, admin, agent } = await setUp()
    await create(admin.browser, 'teams', team('Sales', { members: [{ userId: agent.user.id }] }))
    const presence = async () => (await list(admin.browser, 'teams'))[0].members[0].presence
    expect(await presence()).toBe('offline')
    const socket = { companyId: company.id, userId: agent.user.id, processId: 'test', sockets: 1 }
    await server.deps.database.db.insert(memberSockets).values(socket)
    expect(await presence()).toBe('online')
    await agent.browser.put('/api/v1/me/presence', { presence: 'busy' })
    expect(await presence()).toBe('busy')
  })

  test('that are removed leave their conversations without one, and take their ready texts with them', async () => {
    const { company, admin } = await setUp()
    const made = await create(admin.browser, 'teams', team('Sales'))
    const { id } = await createConversation(server.deps, company.id, { teamId: made.id })
    const content = { text: 'Oi' }
    await create(admin.browser, 'canned-replies', {
      shortcut: 'oi',
      title: 'Oi',
      content,
      scope: 'team',
      teamId: made.id,
    })
    expect((await list(admin.browser, 'teams'))[0].openConversations).toBe(1)
    expect((await admin.browser.remove(`/api/v1/teams/${made.id}`)).statusCode).toBe(204)
    const [row] = await server.deps.database.db.select().from(conversations).where(eq(conversations.id, id))
    expect(row?.teamId).toBeNull()
    expect(await list(admin.browser, 'canned-replies')).toEqual([])
  })
})

test('members are put into teams by admins, keep their lead, and leave them with the company', async () => {
  const { company, admin, agent } = await setUp()
  const at = `/api/v1/companies/${company.id}/members`
  const find = async () =>
    (await list(admin.browser, at.slice(8))).find((row: { userId: string }) => row.userId === agent.user.id)
  const members = [{ userId: agent.user.id, lead: true }]
  const led = await create(admin.browser, 'teams', team('Sales', { members }))
  const other = await create(admin.browser, 'teams', team('Shop'))
  const { id } = await find()
  const change = (body: object) => admin.browser.patch(`${at}/${id}`, body)
  expect(codeOf(await change({ teamIds: [newId()] }))).toEqual([422, 'validation_failed', 'teamIds'])
  const changed = (await change({ teamIds: [led.id, other.id], capacity: 7, visibility: 'teams' })).json()
  expect(changed).toMatchObject({ capacity: 7, visibility: 'teams' })
  expect(changed.teamIds.toSorted()).toEqual([led.id, other.id].toSorted())
  expect((await list(admin.browser, 'teams'))[0].members).toMatchObject([{ userId: agent.user.id, lead: true }])
  expect((await change({ role: 'member' })).json()).toMatchObject({ capacity: 7, visibility: 'teams' })
  await admin.browser.remove(`${at}/${id}`)
  expect((await list(admin.browser, 'teams')).map((row: { members: object[] }) => row.members)).toEqual([[], []])
})

test('business hours say who uses them, and take intervals that end after they begin', async () => {
  const { admin } = await setUp()
  const weekly = [{ weekday: 1, from: '09:00', to: '18:00' }]
  const body = { name: 'Office', timezone: 'America/Sao_Paulo', weekly, holidays: [{ date: '12-25', name: 'Natal' }] }
  const hours = await create(admin.browser, 'business-hours', body)
  await create(admin.browser, 'teams', team('Sales', { businessHoursId: hours.id }))
  await create(admin.browser, 'sla-policies', {
    name: 'A',
    targets: promise,
    conditions: {},
    businessHoursId: hours.id,
  })
  expect((await list(admin.browser, 'business-hours'))[0]).toMatchObject({ ...body, usedBy: 2 })
  const backwards = await admin.browser.patch(`/api/v1/business-hours/${hours.id}`, {
    version: 1,
    weekly: [{ weekday: 1, from: '18:00', to: '09:00' }],
  })
  expect(codeOf(backwards)).toEqual([422, 'validation_failed', 'weekly.0.to'])
  await admin.browser.remove(`/api/v1/business-hours/${hours.id}`)
  expect((await list(admin.browser, 'teams'))[0].businessHoursId).toBeNull()
})

describe('SLA policies', () => {
  test('follow the last, and are ordered by place', async () => {
    const { admin } = await setUp()
    const add = (name: string) => create(admin.browser, 'sla-policies', { name, targets: promise, conditions: {} })
    const [first, second] = [await add('First'), await add('Second')]
    expect([first.position, second.position]).toEqual([0, 1])
    await admin.browser.patch(`/api/v1/sla-policies/${first.id}`, { version: 1, position: 2 })
    const names = (await list(admin.browser, 'sla-policies')).map((policy: { name: string }) => policy.name)
    expect(names).toEqual(['Second', 'First'])
  })

  test('promise something, about things of the company', async () => {
    const { admin } = await setUp()
    const nothing = await admin.browser.post('/api/v1/sla-policies', { name: 'A', targets: {}, conditions: {} })
    expect(codeOf(nothing)).toEqual([422, 'validation_failed', 'targets'])
    const foreign = await createChannel(server.deps, (await createCompany(server.deps)).id)
    const elsewhere = await admin.browser.post('/api/v1/sla-policies', {
      name: 'A',
      targets: promise,
      conditions: { channelIds: [foreign.channel.id] },
    })
    expect(codeOf(elsewhere)).toEqual([422, 'validation_failed', 'conditions.channelIds'])
  })
})

describe('canned replies', () => {
  const reply = (shortcut: string, more: object = {}) => ({
    shortcut,
    title: shortcut,
    content: { text: 'Olá' },
    ...more,
  })

  test('of the company and of teams are made by who may share; the others see their own', async () => {
    const { company, admin, agent } = await setUp()
    const other = await join(company.id, { role: 'member' }, 'Caio')
    const sales = await create(admin.browser, 'teams', team('Sales', { members: [{ userId: agent.user.id }] }))
    await create(admin.browser, 'canned-replies', reply('all', { scope: 'company' }))
    await create(admin.browser, 'canned-replies', reply('sales', { scope: 'team', teamId: sales.id }))
    const mine = await create(agent.browser, 'canned-replies', reply('mine'))
    for (const scope of ['company', 'team']) {
      const answer = await agent.browser.post('/api/v1/canned-replies', reply('x', { scope, teamId: sales.id }))
      expect(codeOf(answer)).toEqual([403, 'forbidden'])
    }
    const seen = async (browser: Browser) =>
      (await list(browser, 'canned-replies')).map((row: { shortcut: string; editable: boolean }) => [
        row.shortcut,
        row.editable,
      ])
    expect(await seen(agent.browser)).toEqual([
      ['all', false],
      ['mine', true],
      ['sales', false],
    ])
    expect(await seen(other.browser)).toEqual([['all', false]])
    expect(await seen(admin.browser)).toEqual([
      ['all', true],
      ['sales', true],
    ])
    expect(codeOf(await other.browser.patch(`/api/v1/canned-replies/${mine.id}`, { version: 1, title: 'x' }))).toEqual([
      404,
      'not_found',
    ])
    const shared = await agent.browser.patch(`/api/v1/canned-replies/${mine.id}`, { version: 1, scope: 'company' })
    expect(codeOf(shared)).toEqual([403, 'forbidden'])
  })

  test('have one shortcut each among those of the same people', async () => {
    const { admin, agent } = await setUp()
    await create(admin.browser, 'canned-replies', reply('oi', { scope: 'company' }))
    expect(codeOf(await admin.browser.post('/api/v1/canned-replies', reply('OI', { scope: 'company' })))).toEqual([
      409,
      'duplicate',
    ])
    await create(admin.browser, 'canned-replies', reply('oi'))
    await create(agent.browser, 'canned-replies', reply('oi'))
  })

  test('are filled in for a conversation, without what the reader may not see, and count the use', async () => {
    const { company, admin, agent } = await setUp()
    const { channel } = await createChannel(server.deps, company.id)
    const { id, contactId } = await createConversation(server.deps, company.id, { channelId: channel.id })
    await server.deps.database.db
      .update(contacts)
      .set({ name: 'Beatriz Souza', phone: '5581999990000' })
      .where(eq(contacts.id, contactId))
    const text =
      'Oi {{contact.first_name}}, {{ contact.phone | sem número }} {{contact.email|sem e-mail}}: {{agent.first_name}} da {{company.name}}'
    const made = await create(admin.browser, 'canned-replies', reply('oi', { scope: 'company', content: { text } }))
    const use = (browser: Browser) => browser.post(`/api/v1/canned-replies/${made.id}/uses`, { conversationId: id })
    expect((await use(admin.browser)).json().text).toBe('Oi Beatriz, +5581999990000 sem e-mail: Ana da Empório')
    expect((await use(agent.browser)).json().text).toBe('Oi Beatriz, sem número sem e-mail: Bruno da Empório')
    expect((await list(agent.browser, 'canned-replies?search=OI'))[0].uses).toBe(2)
    const wrong = await admin.browser.post(
      '/api/v1/canned-replies',
      reply('x', { content: { text: '{{contact.cpf}}' } }),
    )
    expect(codeOf(wrong)).toEqual([422, 'validation_failed', 'content.text'])
  })

  test('take a file that was uploaded for them; one that nothing takes goes after a day', async () => {
    const { company, admin } = await setUp()
    const sheep = await setUp()
    const { channel } = await createChannel(server.deps, company.id)
    const { id } = await createConversation(server.deps, company.id, { channelId: channel.id })
    const upload = (bytes: Buffer) => {
      const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.exe"\r\ncontent-type: a/b\r\n\r\n'
      admin.browser.jar.set('XSRF-TOKEN', 't')
      return admin.browser.send('POST', '/api/v1/canned-replies/files', {
        payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')]),
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      })
    }
    const picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const [file, free] = [(await upload(picture)).json(), (await upload(picture)).json()]
    expect(file).toMatchObject({ kind: 'image', mime: 'image/png', size: picture.length })
    const sound = await readFile(new URL('../../../../../../packages/sandbox/public/voice.ogg', import.meta.url))
    expect(codeOf(await upload(sound))).toEqual([422, 'file_type_refused'])
    const media = { type: 'media', clientKey: newId(), fileId: free.fileId }
    const early = await admin.browser.post(`/api/v1/conversations/${id}/messages`, media)
    expect(early.statusCode).toBe(422)
    const content = { text: 'Cardápio', fileId: file.fileId }
    const foreign = await sheep.admin.browser.post('/api/v1/canned-replies', reply('menu', { content }))
    expect(codeOf(foreign)).toEqual([422, 'validation_failed', 'content.fileId'])
    const long = await admin.browser.post(
      '/api/v1/canned-replies',
      reply('menu', { content: { ...content, text: 'a'.repeat(1025) } }),
    )
    expect(codeOf(long)).toEqual([422, 'validation_failed', 'content.text'])
    const made = await create(admin.browser, 'canned-replies', reply('menu', { content }))
    expect(made).toMatchObject({ content, fileName: 'a.exe' })
    const twice = await admin.browser.post('/api/v1/canned-replies', reply('other', { content }))
    expect(codeOf(twice)).toEqual([422, 'validation_failed', 'content.fileId'])
    const again = await admin.browser.patch(`/api/v1/canned-replies/${made.id}`, { version: 1, title: 'Menu', content })
    expect(again.json()).toMatchObject({ title: 'Menu', fileName: 'a.exe' })
    const ctx = systemCtx(server.deps, 'test')
    const dropped = async (hours: number) => dropFreeAttachments(ctx, new Date(Date.now() + hours * 3_600_000))
    expect(await dropped(-1)).toEqual([])
    expect(await dropped(1)).toHaveLength(1)
    expect((await list(admin.browser, 'canned-replies'))[0].fileName).toBe('a.exe')
    const late = await admin.browser.patch(`/api/v1/canned-replies/${made.id}`, {
      version: 2,
      content: { text: 'Oi', fileId: free.fileId },
    })
    expect(codeOf(late)).toEqual([422, 'validation_failed', 'content.fileId'])
  })
})

test('macros name things that everybody who runs them has', async () => {
  const { admin, agent } = await setUp()
  const content = { text: 'Oi' }
  const own = await create(agent.browser, 'canned-replies', { shortcut: 'oi', title: 'Oi', content })
  const steps = [{ type: 'resolve' }, { type: 'send_canned', cannedReplyId: own.id }]
  const refused = await admin.browser.post('/api/v1/macros', { name: 'A', steps, scope: 'company' })
  expect(codeOf(refused)).toEqual([422, 'validation_failed', 'steps.1.cannedReplyId'])
  const mine = await create(agent.browser, 'macros', { name: 'A', steps })
  expect(await list(admin.browser, 'macros')).toEqual([])
  expect(codeOf(await agent.browser.patch(`/api/v1/macros/${mine.id}`, { version: 1, scope: 'company' }))).toEqual([
    403,
    'forbidden',
  ])
  await agent.browser.remove(`/api/v1/canned-replies/${own.id}`)
  expect(await list(agent.browser, 'macros')).toMatchObject([{ steps: [{ type: 'resolve' }], editable: true }])
})

test('saved views are their owner’s until they are shared by who may', async () => {
  const { admin, agent } = await setUp()
  const view = { page: 'chat', name: 'Open', search: { status: 'open', mine: true } }
  const own = await create(agent.browser, 'views', view)
  expect(await list(admin.browser, 'views?page=chat')).toEqual([])
  expect(codeOf(await agent.browser.patch(`/api/v1/views/${own.id}`, { version: 1, shared: true }))).toEqual([
    403,
    'forbidden',
  ])
  const shared = await create(admin.browser, 'views', { ...view, shared: true })
  expect(await list(agent.browser, 'views?page=chat')).toMatchObject([
    { id: own.id },
    { id: shared.id, editable: false },
  ])
  expect(await list(agent.browser, 'views?page=messages')).toEqual([])
  expect(codeOf(await agent.browser.remove(`/api/v1/views/${shared.id}`))).toEqual([403, 'forbidden'])
})

test('custom attributes keep key and type; their values go with them', async () => {
  const { company, admin } = await setUp()
  const { contactId } = await createConversation(server.deps, company.id)
  await server.deps.database.db
    .update(contacts)
    .set({ attributes: { plan: 'Gold', size: 3 } })
    .where(eq(contacts.id, contactId))
  const label = { en: 'Plan', pt: 'Plano' }
  const body = { key: 'plan', label, type: 'select', options: ['Gold', 'Silver', 'Gold'] }
  expect(codeOf(await admin.browser.post('/api/v1/contact-attributes', { ...body, options: [] }))).toEqual([
    422,
    'validation_failed',
    'options',
  ])
  const made = await create(admin.browser, 'contact-attributes', body)
  expect(made.options).toEqual(['Gold', 'Silver'])
  expect(codeOf(await admin.browser.post('/api/v1/contact-attributes', body))).toEqual([409, 'duplicate'])
  const changed = await admin.browser.patch(`/api/v1/contact-attributes/${made.id}`, {
    version: 1,
    sensitive: true,
    type: 'text',
  })
  expect(changed.json()).toMatchObject({ type: 'select', sensitive: true, options: ['Gold', 'Silver'] })
  await admin.browser.remove(`/api/v1/contact-attributes/${made.id}`)
  const [contact] = await server.deps.database.db.select().from(contacts).where(eq(contacts.id, contactId))
  expect(contact?.attributes).toEqual({ size: 3 })
})

const content = (text: string) => ({ text, fileId: null })
const versioned: [path: string, body: object, mine: object, theirs: object][] = [
  ['labels', { name: 'A', color: 'red' }, { color: 'blue' }, { color: 'green' }],
  ['business-hours', { name: 'A', timezone: 'UTC', weekly: [], holidays: [] }, { name: 'B' }, { name: 'C' }],
  ['teams', team('A'), { description: 'B' }, { members: [], name: 'C' }],
  ['sla-policies', { name: 'A', targets: promise, conditions: {} }, { active: false }, { position: 3 }],
  [
    'canned-replies',
    { shortcut: 'a', title: 'A', content: content('A') },
    { content: content('B') },
    { content: content('C') },
  ],
  ['macros', { name: 'A', steps: [{ type: 'resolve' }] }, { name: 'B' }, { name: 'C' }],
  ['views', { page: 'chat', name: 'A', search: {}, shared: true }, { name: 'B' }, { shared: false }],
  [
    'contact-attributes',
    { key: 'plan', label: { en: 'Plan', pt: 'Plano' }, type: 'text' },
    { required: true },
    { position: 5 },
  ],
]
test.each(versioned)(
  'of two changes of the same state of %s the second is told, and changes nothing',
  async (...row) => {
    const [path, body, mine, theirs] = row
    const { admin } = await setUp()
    const made = await create(admin.browser, path, body)
    expect(made.version).toBe(1)
    const at = `/api/v1/${path}/${made.id}`
    const all = () => list(admin.browser, path === 'views' ? 'views?page=chat' : path)
    const both = await Promise.all([mine, theirs].map((change) => admin.browser.patch(at, { ...change, version: 1 })))
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    const saved = both.find((answer) => answer.statusCode === 200)?.json()
    const refused = both.find((answer) => answer.statusCode === 409)?.json()
    expect(saved).toMatchObject({ version: 2 })
    expect(refused).toMatchObject({ code: 'conflict', data: { current: saved } })
    expect(await all()).toEqual([saved])
    expect(codeOf(await admin.browser.patch(at, mine))).toEqual([422, 'validation_failed', 'version'])
    expect((await admin.browser.patch(at, { ...mine, version: 2 })).json()).toMatchObject({ ...mine, version: 3 })
  },
)

test('a team is another once someone joins or leaves it', async () => {
  const { company, admin, agent } = await setUp()
  const made = await create(admin.browser, 'teams', team('Sales'))
  const members = (await list(admin.browser, `companies/${company.id}/members`)) as { id: string; userId: string }[]
  const at = `/api/v1/companies/${company.id}/members/${members.find(({ userId }) => userId === agent.user.id)?.id}`
  const version = async () => (await list(admin.browser, 'teams'))[0].version
  await admin.browser.patch(at, { teamIds: [made.id] })
  expect(await version()).toBe(2)
  await admin.browser.patch(at, { teamIds: [made.id] })
  expect(await version()).toBe(2)
  expect((await admin.browser.patch(`/api/v1/teams/${made.id}`, { members: [], version: 1 })).statusCode).toBe(409)
  await admin.browser.patch(at, { teamIds: [] })
  expect(await version()).toBe(3)
})

test('chat settings have defaults, and refuse a change based on an old version', async () => {
  const { company, admin, agent } = await setUp()
  const before = (await agent.browser.get('/api/v1/chat-settings')).json()
  expect(before).toMatchObject({ version: 0, settings: { reopenDays: 7, csat: { enabled: false } } })
  const settings = { ...before.settings, reopenDays: 3 }
  const both = await Promise.all(
    [1, 2].map(() => admin.browser.put('/api/v1/chat-settings', { settings, version: before.version })),
  )
  expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
  const second = await admin.browser.put('/api/v1/chat-settings', {
    settings: { ...settings, undoSeconds: 0 },
    version: 1,
  })
  expect(second.json()).toMatchObject({ version: 2, settings: { reopenDays: 3, undoSeconds: 0 } })
  expect(codeOf(await admin.browser.put('/api/v1/chat-settings', { settings, version: 1 }))).toEqual([409, 'conflict'])
  expect(await audited(company.id)).toEqual(['desk_settings.updated', 'desk_settings.updated'])
})

test('a view opens its page by default for whoever says so, and no other of the page does', async () => {
  const { admin, agent } = await setUp()
  const view = { page: 'messages', search: { status: 'failed' }, shared: true }
  const one = await create(admin.browser, 'views', { ...view, name: 'A' })
  const other = await create(admin.browser, 'views', { ...view, name: 'B' })
  const choose = (browser: Browser, id: string, isDefault = true) =>
    browser.put(`/api/v1/views/${id}/default`, { isDefault })
  const defaults = async (browser: Browser) =>
    (await list(browser, 'views?page=messages')).map((row: { isDefault: boolean }) => row.isDefault)
  expect((await choose(agent.browser, one.id)).json()).toMatchObject({ id: one.id, isDefault: true, editable: false })
  expect([await defaults(agent.browser), await defaults(admin.browser)]).toEqual([
    [true, false],
    [false, false],
  ])
  await choose(agent.browser, other.id)
  await choose(agent.browser, other.id)
  expect(await defaults(agent.browser)).toEqual([false, true])
  await choose(agent.browser, other.id, false)
  expect(await defaults(agent.browser)).toEqual([false, false])
  const own = await create(admin.browser, 'views', { ...view, name: 'C', shared: false })
  expect((await choose(agent.browser, own.id)).statusCode).toBe(404)
})

test('views of pages without a company are their owner’s alone, in every company and in none', async () => {
  const { company, admin, agent } = await setUp()
  const view = { page: 'companies', name: 'Mine', search: { q: 'a' } }
  const own = await create(admin.browser, 'views', view)
  expect(codeOf(await admin.browser.post('/api/v1/views', { ...view, shared: true }))).toEqual([403, 'forbidden'])
  expect(codeOf(await admin.browser.patch(`/api/v1/views/${own.id}`, { version: 1, shared: true }))).toEqual([
    403,
    'forbidden',
  ])
  expect(await list(agent.browser, 'views?page=companies')).toEqual([])
  expect((await agent.browser.remove(`/api/v1/views/${own.id}`)).statusCode).toBe(404)
  const alone = createBrowser(server.app)
  alone.use(await signIn(server.deps, admin.user.id))
  expect(await list(alone, 'views?page=companies')).toMatchObject([{ id: own.id, editable: true }])
  expect(codeOf(await alone.get('/api/v1/views?page=messages'))).toEqual([403, 'forbidden'])
  expect(await audited(company.id)).not.toContain('view.created')
})

test('how a person sees lists is kept for them, each list apart', async () => {
  const { admin, agent } = await setUp()
  const settings = { order: ['status'], hidden: ['cost'], density: 'compact' }
  const write = (name: string, body: object) =>
    admin.browser.put('/api/v1/list-settings', { list: name, settings: body })
  await write('messages', settings)
  await write('audit', { hidden: ['ip'] })
  expect((await write('messages', { density: 'wide' })).statusCode).toBe(422)
  expect(await list(admin.browser, 'list-settings')).toEqual([
    { list: 'messages', settings },
    { list: 'audit', settings: { order: [], hidden: ['ip'] } },
  ])
  expect(await list(agent.browser, 'list-settings')).toEqual([])
})
