import { attributeTypes } from '@recado/contracts/contacts/contact-attributes'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { csatResponses } from '#server/db/schema/automation/csat.ts'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { contactErasures } from '#server/db/schema/contacts/privacy.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { backgroundTasks } from '#server/db/schema/shared/tasks.ts'
import { newId } from '#server/lib/ids.ts'
import { drainImports } from '#server/modules/contacts/imports/importer.ts'
import { sealAudit, verifyAudit } from '#server/modules/shared/audit/seals.ts'
import { formWith } from '#server/test/contact-files.ts'
import { openInboxes } from '#server/test/product-notifications.ts'
import {
  openTeamInbox,
  startTeamInboxWorld,
  type TeamInbox,
  type TeamInboxWorld,
} from '#server/test/team-inbox-world.ts'
import { deliver, inboundBody, textContent } from '#server/test/webhooks.ts'
import { emptyBinJob } from './empty-bin.ts'
import { eraseJob } from './jobs.ts'
import { listExpired } from './queries/erasures.ts'
import { runErasure } from './run-erasure.ts'

let world: TeamInboxWorld
let inbox: TeamInbox
const logged: string[] = []

beforeAll(async () => {
  world = await startTeamInboxWorld()
  Object.assign(world.deps, { log: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }) })
})
beforeEach(async () => {
  inbox = await openTeamInbox(world)
})
afterAll(() => world.close())

const name = 'Quitéria Zwanziger'
const email = 'quiteria.zwanziger@exemplo.com.br'
const words = [
  'xilofonista',
  'ornitorrinco',
  'jaboticabal',
  'mandacaruzeiro',
  'tergiversando',
  'catapultado',
  'zabumbada',
]
/** A phone as people write it. */
const written = (phone: string) => `(${phone.slice(2, 4)}) ${phone.slice(4, 9)}-${phone.slice(9)}`
const traces = (phone: string) => [
  ...['Zwanziger', email, phone, `55${phone.slice(2, 4)}${phone.slice(5)}`, written(phone)],
  ...words,
]

/** Every text of every table that has one of these in it, and every stored file and line of the log. */
const found = async (texts: readonly string[]): Promise<string[]> => {
  const { pool } = world.deps.database
  const { rows: tables } = await pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const places: string[] = []
  for (const { name: table } of tables) {
    const { rows } = await pool.query<{ text: string }>(`select row_to_json(t)::text as text from "${table}" t`)
    for (const { text } of rows) {
      // Bytes are shown as hex.
      const readable = text.replace(/\\\\x([0-9a-f]+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('utf8'))
      const base = readable.replace(/wamid\.([\w+/=-]+)/g, (_, code: string) =>
        Buffer.from(code, 'base64').toString('latin1'),
      )
      for (const one of texts) if (base.includes(one)) places.push(`${table}: ${one}`)
    }
  }
  for (const { path } of await world.deps.database.db.select().from(files)) {
    const chunks: Buffer[] = []
    for await (const chunk of world.deps.files.read(path)) chunks.push(Buffer.from(chunk))
    for (const one of texts) if (Buffer.concat(chunks).includes(one)) places.push(`${path}: ${one}`)
  }
  for (const line of logged) for (const one of texts) if (line.includes(one)) places.push(`log: ${one}`)
  return places
}

const post = (path: string, body: object = {}) => inbox.call('POST', path, body)

const condition = (field: string, operator: string, value: unknown) => ({ field, operator, value })

/** What members keep besides the contact itself that names the person. */
const nameThem = async (phone: string, contactId: string) => {
  await post('contact-attributes', { key: 'mail', label: { en: 'Mail', pt: 'E-mail' }, type: 'email' })
  const change = { type: 'attribute', key: 'mail', value: email }
  const changed = await post('contact-changes', { selection: { ids: [contactId] }, change })
  expect(changed.body, JSON.stringify(changed.body)).toMatchObject({ changed: 1 })
  const children = [
    condition('name', 'EQUAL', 'Rita'),
    { value: 'AND', children: [condition('email', 'IN', [email, 'rita@exemplo.com.br'])] },
    condition('phone', 'EQUAL', written(phone)),
  ]
  const segment = await post('segments', { name: 'Two people', filter: { value: 'OR', children }, shared: true })
  expect(segment.status, JSON.stringify(segment.body)).toBe(201)
  const search = { search: written(phone), filter: JSON.stringify({ value: 'AND', children }), sort: 'name' }
  const view = await post('views', { page: 'contacts', name: 'Theirs', search, shared: true })
  expect(view.status, JSON.stringify(view.body)).toBe(201)
  const file = formWith(`${name};telefone\nRui;+5511${String(Date.now() + 1).slice(-9)}\n`, `${name}.csv`)
  const url = '/api/v1/imports'
  const proof = { cookie: `XSRF-TOKEN=same; ${inbox.headers.cookie}`, 'x-xsrf-token': 'same' }
  const headers = { ...inbox.headers, ...proof, ...file.headers }
  const upload = await world.app.inject({ method: 'POST', url, headers, payload: file.payload })
  expect(upload.statusCode, upload.body).toBe(201)
  const { id } = upload.json()
  const mapped = await inbox.call('PUT', `imports/${id}/mapping`, {
    columns: ['name', 'phone'],
    rules: { consent: { source: 'paper', textVersion: '1', at: '2026-01-02T12:00:00.000Z' } },
  })
  expect(mapped.status, JSON.stringify(mapped.body)).toBe(200)
  for (const step of ['dry-run', 'start']) {
    expect((await post(`imports/${id}/${step}`)).status).toBe(202)
    await drainImports(world.deps)
  }
  await world.deps.database.db.insert(backgroundTasks).values({
    ...{ id: newId(), companyId: inbox.companyId, userId: inbox.user.id, kind: 'contacts.change', status: 'running' },
    input: { filter: { search: written(phone) }, args: { changeId: newId(), change } },
  })
  return { segmentId: segment.body.id, importId: id }
}

/** A person who has left traces wherever the product takes them. */
const somebody = async () => {
  await openInboxes(world)
  await inbox.chatSettings({ csat: { enabled: true, thanks: '' } })
  const phone = `55119${String(Date.now()).slice(-8)}`
  const says = async (text: string) => {
    await deliver(world.app, world.deps, inboundBody(inbox.line, { phone, name }, textContent(text)))
    await inbox.settle()
  }
  await says(`Sou ${words[0]}`)
  const { id, contactId } = await inbox.conversationOf(phone)
  await post(`conversations/${id}/messages`, { type: 'text', clientKey: newId(), body: `Oi, ${words[1]}` })
  await post(`conversations/${id}/notes`, { clientKey: newId(), body: `Parece ${words[2]}` })
  await post(`conversations/${id}/scheduled-messages`, {
    sendAt: new Date(Date.now() + 3_600_000).toISOString(),
    draft: { type: 'text', clientKey: newId(), body: `Depois, ${words[3]}` },
  })
  const { version } = (await inbox.call('GET', `contacts/${contactId}`)).body
  const change = { version, email, name, notes: `Anda ${words[4]}`, tags: ['vip'] }
  expect((await inbox.call('PATCH', `contacts/${contactId}`, change)).status).toBe(200)
  await post(`contacts/${contactId}/consents`, { state: 'granted', source: 'paper', note: `Visto ${words[5]}` })
  await says('SAIR')
  await inbox.call('PUT', `conversations/${id}/status`, { status: 'resolved', survey: true })
  await inbox.settle()
  const { db } = world.deps.database
  const [asked] = await db.select().from(csatResponses).where(eq(csatResponses.conversationId, id))
  await inbox.receive(phone, {
    ...{ type: 'interactive' },
    interactive: { type: 'list_reply', list_reply: { id: `csat:${asked?.id}:2`, title: '⭐⭐' } },
  })
  await says(`Foi ${words[6]}`)
  await post(`conversations/${id}/exports`, { format: 'txt', media: true, notes: true })
  const named = await nameThem(phone, contactId)
  await inbox.settle()
  return { ...named, phone, id, contactId }
}

const erase = async (contactId: string, body: object) => {
  const answer = await post(`contacts/${contactId}/erase`, { confirm: name, ...body })
  await world.deps.jobs.drain(world.deps)
  return answer
}

describe.each(['anonymise', 'delete'] as const)('erasing by %s', (mode) => {
  it('leaves nothing of a person in any table, file or log, and keeps them out', async () => {
    const before = logged.length
    const { phone, id, contactId, segmentId, importId } = await somebody()
    logged.splice(before)
    const texts = traces(phone)
    const there = await found(texts)
    for (const one of texts.filter((text) => text !== texts[3]))
      expect(
        there.some((place) => place.endsWith(one)),
        one,
      ).toBe(true)
    const kept = [
      'contact_bulk_changes',
      'segments',
      'saved_views',
      'contact_imports',
      'background_tasks',
      'contact_events',
      'consents',
    ]
    for (const table of [...kept, 'notification_events'])
      expect(
        there.some((place) => place.startsWith(`${table}: `)),
        table,
      ).toBe(true)

    const preview = (await inbox.call('GET', `contacts/${contactId}/erase-preview`)).body
    expect(preview).toMatchObject({ name, legalHold: null, counts: { conversations: 1, consents: 2 } })
    expect(preview.counts.messages).toBeGreaterThan(3)

    const answer = await erase(contactId, { mode })
    expect(answer.status, JSON.stringify(answer.body)).toBe(202)

    expect(await found(texts)).toEqual([])
    const segments = (await inbox.call('GET', 'segments')).body.data
    expect(segments.find((one: { id: string }) => one.id === segmentId)).toMatchObject({
      ...{ problems: [], count: null },
      filter: {
        children: [
          condition('name', 'EQUAL', 'Rita'),
          { children: [condition('email', 'IN', ['(erased)', 'rita@exemplo.com.br'])] },
          condition('phone', 'EQUAL', '(erased)'),
        ],
      },
    })
    expect((await inbox.call('GET', `imports/${importId}`)).body).toMatchObject({
      ...{ fileName: '(erased).csv', counts: { created: 1 } },
    })
    const read = await inbox.call('GET', `erasures/${answer.body.id}`)
    expect(read.body).toMatchObject({ state: 'done', mode, by: { id: inbox.user.id } })
    expect(read.body.counts).toMatchObject({ messages: expect.any(Number), drafts: 1, ratings: 1 })
    const listed = (await inbox.call('GET', `erasures?contactId=${contactId}`)).body
    expect(listed.data).toEqual([read.body])
    const opened = await post(`erasures/${answer.body.id}/certificate`)
    const certificate = await world.app.inject({ method: 'GET', url: opened.body.url })
    const log = await inbox.call('GET', `companies/${inbox.companyId}/audit?action=contact.erasure_certificate`)
    expect(log.body.data).toMatchObject([{ target: { id: contactId }, actor: { id: inbox.user.id } }])
    expect(certificate.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const card = await inbox.call('GET', `contacts/${contactId}`)
    const conversation = await inbox.call('GET', `conversations/${id}`)
    if (mode === 'delete') expect([card.status, conversation.status]).toEqual([404, 404])
    else {
      expect(card.body).toMatchObject({
        displayName: 'Erased',
        phone: null,
        email: null,
        tags: [],
        marketing: 'denied',
      })
      const timeline = (await inbox.messagesOf(id)).map(({ direction, type, body }) => [direction, type, body])
      expect(timeline.length, 'figures stay').toBeGreaterThan(3)
      expect(new Set(timeline.map(([direction]) => direction))).toEqual(new Set(['in', 'out']))
      expect((await inbox.call('GET', `conversations/${id}/messages`)).status).toBe(200)
      expect(
        (await post(`conversations/${id}/messages`, { type: 'text', clientKey: newId(), body: 'Oi' })).status,
      ).toBe(422)
    }
    expect((await post('contacts', { phone: `+${phone}` })).body.code).toBe('contact_suppressed')
    expect((await post('contacts', { phone: '+5511988887777', email })).body.code).toBe('contact_suppressed')
    expect((await post('suppressions/check', { value: `+${phone}` })).body).toMatchObject({
      ...{ suppressed: true, reason: 'erased' },
    })
    await sealAudit(systemCtx(world.deps, 'test'))
    expect((await verifyAudit(systemCtx(world.deps, 'test'))).broken).toEqual([])
  })
})

describe('an erasure', () => {
  it('is told by no file that was being written meanwhile', async () => {
    const { contactId } = await somebody()
    const started = await post('list-exports', { list: 'contacts', format: 'csv', filter: {} })
    expect(started.status, JSON.stringify(started.body)).toBe(202)
    const { files: store } = world.deps
    const { put } = store
    store.put = async (...given) => {
      store.put = put
      const stored = await put(...given)
      const erased = await post(`contacts/${contactId}/erase`, { confirm: name, mode: 'delete' })
      const ctx = systemCtx(world.deps, 'test')
      await runErasure(ctx, erased.body.id, new AbortController().signal)
      return stored
    }
    await world.deps.jobs.drain(world.deps)
    const { data } = (await inbox.call('GET', 'tasks')).body
    expect(data.find(({ id }: { id: string }) => id === started.body.id)).toMatchObject({
      status: 'canceled',
      file: null,
    })
  })

  const plain = async () => {
    const phone = await inbox.write('Oi')
    return { phone, contactId: (await inbox.conversationOf(phone)).contactId }
  }

  it('takes every field that the company made up, whatever its type, and gives it no default', async () => {
    const { phone, contactId } = await plain()
    const values: Record<(typeof attributeTypes)[number], unknown> = {
      ...{
        text: 'xilofonista',
        number: 7_654_321,
        money: 7654.32,
        date: '1987-06-05',
        datetime: '1987-06-05T04:03:00Z',
      },
      ...{ boolean: true, select: 'gold', multi_select: ['gold', 'north'], url: 'https://exemplo.com.br/bia' },
      ...{
        phone: '+5511987654321',
        email: 'bia@exemplo.com.br',
        text_list: ['ornitorrinco'],
        json: { at: 'jaboticabal' },
      },
    }
    const { db } = world.deps.database
    const options = (type: string) => (type.endsWith('select') ? ['gold', 'north'] : [])
    await db.insert(contactAttributes).values(
      attributeTypes.map((type, position) => ({
        ...{ id: newId(), companyId: inbox.companyId, key: type, label: { en: type, pt: type }, type, position },
        ...{ options: options(type), default: type === 'text' ? 'none yet' : null },
      })),
    )
    const { version } = (await inbox.call('GET', `contacts/${contactId}`)).body
    const saved = await inbox.call('PATCH', `contacts/${contactId}`, { version, attributes: values })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(Object.keys(saved.body.attributes).sort()).toEqual([...attributeTypes].sort())
    await erase(contactId, { mode: 'anonymise', confirm: 'Bia' })
    const [row] = await db.select().from(contacts).where(eq(contacts.id, contactId))
    expect(row?.attributes).toEqual({})
    expect((await inbox.call('GET', `contacts/${contactId}`)).body.attributes).toEqual({})
    const told = ['xilofonista', '7654321', '7654.32', '1987-06-05', 'exemplo.com.br/bia', '987654321', 'ornitorrinco']
    expect(await found([phone, 'jaboticabal', ...told])).toEqual([])
  })

  it('wants the name typed again, and gives way to a legal hold, which says why', async () => {
    const { contactId } = await plain()
    const wrong = await post(`contacts/${contactId}/erase`, { mode: 'delete', confirm: 'Somebody' })
    expect(wrong.body).toMatchObject({ code: 'validation_failed', errors: [{ path: 'confirm' }] })
    await inbox.call('PUT', `contacts/${contactId}/legal-hold`, { reason: 'Lawsuit 12/2026' })
    const held = await post(`contacts/${contactId}/erase`, { mode: 'delete', confirm: 'Bia' })
    expect(held.body).toMatchObject({ status: 409, code: 'contact_on_legal_hold', data: { reason: 'Lawsuit 12/2026' } })
    await inbox.call('PUT', `contacts/${contactId}/legal-hold`, { reason: null })
    expect((await post(`contacts/${contactId}/erase`, { mode: 'anonymise', confirm: ' bia ' })).status).toBe(202)
    expect((await post(`contacts/${contactId}/erase`, { mode: 'delete', confirm: 'Erased' })).body.code).toBe(
      'state_invalid',
    )
  })

  it('that was stopped in the middle goes on, and done twice changes nothing', async () => {
    const { phone, contactId } = await plain()
    const { body } = await post(`contacts/${contactId}/erase`, { mode: 'anonymise', confirm: 'Bia' })
    const info = (signal: AbortSignal) => ({ id: newId(), companyId: inbox.companyId, attempt: 1, signal })
    // The process died after some of it: the job is there again.
    const run = () => eraseJob.run(world.deps, { erasureId: body.id }, info(new AbortController().signal))
    await expect(eraseJob.run(world.deps, { erasureId: body.id }, info(AbortSignal.abort()))).rejects.toThrow()
    await run()
    await run()
    const rows = await world.deps.database.db.select().from(contactErasures).where(eq(contactErasures.id, body.id))
    expect(rows).toMatchObject([{ state: 'done', subject: null }])
    expect(await found([phone])).toEqual([])
  })

  it('keeps what others wrote within the same bodies, and what they wrote later is a stranger’s', async () => {
    const { phone, contactId } = await plain()
    const other = await inbox.write('Quero comprar')
    await erase(contactId, { mode: 'anonymise', confirm: 'Bia' })
    expect((await found([other])).length).toBeGreaterThan(0)
    await inbox.write('Voltei', { phone })
    const again = await inbox.conversationOf(phone)
    expect(again.contactId).not.toBe(contactId)
    const value = `+${phone}`
    expect((await post('suppressions/lift', { value, reason: 'Wrote again and asked for it' })).body.suppressed).toBe(
      false,
    )
    const reply = await post(`conversations/${again.id}/messages`, { type: 'text', clientKey: newId(), body: 'Oi' })
    expect(reply.status).toBe(201)
  })

  it('is no one else’s to see or do', async () => {
    const { contactId } = await plain()
    const { body } = await post(`contacts/${contactId}/erase`, { mode: 'anonymise', confirm: 'Bia' })
    const stranger = await openTeamInbox(world)
    expect((await stranger.call('GET', `erasures/${body.id}`)).status).toBe(404)
    expect(
      (await stranger.call('POST', `contacts/${contactId}/erase`, { mode: 'delete', confirm: 'Bia' })).status,
    ).toBe(404)
    const agent = await inbox.agent()
    expect((await inbox.call('GET', `erasures/${body.id}`, undefined, agent.headers)).status).toBe(403)
  })
})

describe('the bin', () => {
  const binned = async (days: number) => {
    const phone = await inbox.write('Oi')
    const { contactId } = await inbox.conversationOf(phone)
    const deletedAt = new Date(Date.now() - days * 86_400_000)
    await world.deps.database.db.update(contacts).set({ deletedAt }).where(eq(contacts.id, contactId))
    return { phone, contactId }
  }
  const run = async () => {
    await world.deps.jobs.enqueue(world.deps.database.db, emptyBinJob, {})
    await world.deps.jobs.drain(world.deps)
  }
  const stateOf = async (contactId: string) => {
    const { db } = world.deps.database
    const [row] = await db.select().from(contacts).where(eq(contacts.id, contactId))
    return row && { name: row.name ?? row.profileName, erased: row.erasedAt !== null }
  }

  it('is emptied although one of them cannot be erased, and companies that are gone are left alone', async () => {
    const stuck = await binned(33)
    const next = await binned(32)
    const { pool } = world.deps.database
    await pool.query(`create function refuse_one() returns trigger language plpgsql as
      $$ begin if new.contact_id = '${stuck.contactId}' then raise exception 'stuck'; end if; return new; end $$`)
    await pool.query(
      'create trigger refuse_one before insert on contact_erasures for each row execute function refuse_one()',
    )
    await run()
    expect(await stateOf(stuck.contactId)).toEqual({ name: 'Bia', erased: false })
    expect(await stateOf(next.contactId)).toEqual({ name: 'Erased', erased: true })
    await pool.query('drop trigger refuse_one on contact_erasures; drop function refuse_one()')
    const { companyId } = inbox
    await pool.query('update companies set deleted_at = now() where id = $1', [companyId])
    const found = await listExpired(systemCtx(world.deps, 'test'), new Date(), { after: null, limit: 100 })
    expect(found.filter((one) => one.companyId === companyId)).toEqual([])
  })

  it('is emptied of those who were there for 30 days, who may be added again unless they opted out', async () => {
    const old = await binned(31)
    const young = await binned(29)
    const refusing = await binned(31)
    const held = await binned(31)
    const { db } = world.deps.database
    await db.update(contacts).set({ marketing: 'denied' }).where(eq(contacts.id, refusing.contactId))
    await db.update(contacts).set({ legalHold: 'Lawsuit 12/2026' }).where(eq(contacts.id, held.contactId))
    await run()
    await run()
    expect(await found([old.phone, refusing.phone])).toEqual([])
    expect(await stateOf(old.contactId)).toEqual({ name: 'Erased', erased: true })
    expect(await stateOf(young.contactId)).toEqual({ name: 'Bia', erased: false })
    expect(await stateOf(held.contactId)).toEqual({ name: 'Bia', erased: false })
    expect((await inbox.call('GET', 'contacts?bin=yes')).body.data).toHaveLength(2)
    expect((await post('contacts', { phone: `+${old.phone}` })).status).toBe(201)
    expect((await post('contacts', { phone: `+${refusing.phone}` })).body.code).toBe('contact_suppressed')
  })
})
