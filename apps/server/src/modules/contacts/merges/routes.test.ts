import { readdirSync, readFileSync } from 'node:fs'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { newId } from '#server/lib/ids.ts'
import { sealAudit, verifyAudit } from '#server/modules/shared/audit/seals.ts'
import { type Processor, startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { addMember, createChannel, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { deliver, inboundBody, type Line, textContent, whenProcessed } from '#server/test/webhooks.ts'

let t: TestApp
let processor: Processor
let admin: Awaited<ReturnType<typeof createSignedIn>>
let line: Line

beforeAll(async () => {
  t = await buildTestApp()
  processor = startProcessor(t.deps)
})
afterAll(async () => {
  await processor.stop()
  await t.close()
})
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
  const { account, channel } = await createChannel(t.deps, admin.company.id)
  line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const call = (method: Method, path: string, payload?: object, headers: { cookie: string } = admin.headers) =>
  t.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })
const list = async (): Promise<ConversationSummary[]> => (await call('GET', '/conversations?status=all')).json().data
const card = async (id: string): Promise<ContactCard> => (await call('GET', `/contacts/${id}`)).json()
/** Edits a contact as it is now. */
const edit = async (id: string, change: object, headers?: { cookie: string }) =>
  call('PATCH', `/contacts/${id}`, { version: (await card(id)).version, ...change }, headers)

const receive = async (phone: string, name: string, text = 'oi') => {
  await deliver(t.app, t.deps, inboundBody(line, { phone, name }, textContent(text)))
  await whenProcessed(t.deps)
  return (await list())[0] as ConversationSummary
}

const first = '5511987650001'
const second = '5511987650002'

/** One person with two numbers. */
const pair = async () => {
  const old = await receive(first, 'Ana Souza')
  const recent = await receive(second, 'ana souza')
  await edit(old.contact.id, { email: 'ana@exemplo.com.br', tags: ['vip'], notes: 'liga cedo' })
  await edit(recent.contact.id, { name: 'Aninha', tags: ['novo'], notes: 'mudou de número' })
  return { old, recent }
}

describe('duplicates', () => {
  it('are found by name, e-mail and phone, and never in another company', async () => {
    const { old, recent } = await pair()
    await edit(recent.contact.id, { name: null, email: 'ANA@exemplo.com.br' })
    const stranger = await createSignedIn(t.deps)
    const { data } = (await call('GET', `/contacts/${old.contact.id}/duplicates`)).json()
    expect(data).toMatchObject([{ contact: { id: recent.contact.id }, reasons: ['email', 'name'] }])
    const foreign = await call('GET', `/contacts/${old.contact.id}/duplicates`, undefined, stranger.headers)
    expect(foreign.statusCode).toBe(404)
  })
})

describe('a merge', () => {
  it('shows first what it brings together', async () => {
    const { old, recent } = await pair()
    await edit(recent.contact.id, { marketing: 'denied' })
    const preview = (await call('GET', `/contacts/${old.contact.id}/merge-preview?otherId=${recent.contact.id}`)).json()
    expect(preview).toMatchObject({
      conflicts: ['phone', 'notes', 'tags'],
      attributeConflicts: [],
      notes: 0,
      lists: 0,
      denied: [{ medium: 'whatsapp', purpose: 'marketing' }],
      conversations: 2,
      identities: 2,
      marketing: 'denied',
    })
  })

  it('takes along what is written while it runs', async () => {
    const { old, recent } = await pair()
    const { pool } = t.deps.database
    const writer = await pool.connect()
    await writer.query('begin')
    await writer.query('select 1 from conversations where id = $1 for update', [recent.id])
    const merging = call('POST', `/contacts/${old.contact.id}/merges`, { otherId: recent.contact.id })
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await pool.query(waits)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const id = newId()
    await writer.query(
      `insert into messages (company_id, id, conversation_id, channel_id, contact_id, direction, type, origin, status, occurred_at)
        select company_id, $2, id, channel_id, contact_id, 'out', 'text', 'agent', 'queued', now() from conversations where id = $1`,
      [recent.id, id],
    )
    await writer.query('commit')
    writer.release()
    expect((await merging).statusCode).toBe(201)
    expect((await pool.query('select contact_id from messages where id = $1', [id])).rows).toEqual([
      { contact_id: old.contact.id },
    ])
  })

  it('moves all there is, leads from the old id to the new, and parts both again', async () => {
    const { old, recent } = await pair()
    await edit(old.contact.id, { marketing: 'granted' })
    await edit(recent.contact.id, { marketing: 'denied' })
    const [survivorId, otherId] = [old.contact.id, recent.contact.id]
    const answer = await call('POST', `/contacts/${survivorId}/merges`, { otherId, fields: { phone: 'other' } })
    expect([answer.statusCode, answer.json().contact]).toMatchObject([
      201,
      {
        id: survivorId,
        name: 'Aninha',
        phone: `+${second}`,
        email: 'ana@exemplo.com.br',
        notes: 'liga cedo\n\nmudou de número',
        tags: ['novo', 'vip'],
        marketing: 'denied',
        identities: [{ value: `+${second}` }, { value: `+${first}` }],
      },
    ])
    expect((await list()).map((c) => c.contact.id)).toEqual([survivorId, survivorId])
    expect((await card(otherId)).id).toBe(survivorId)
    const again = await call('POST', `/contacts/${survivorId}/merges`, { otherId })
    expect(again.statusCode).toBe(422)
    const known = await receive(second, 'ana souza', 'de novo')
    expect([known.id, known.contact.id]).toEqual([recent.id, survivorId])
    await edit(otherId, { notes: 'nota nova' })

    const { data } = (await call('GET', `/contacts/${survivorId}/merges`)).json()
    const undo = () => call('DELETE', `/contacts/${survivorId}/merges/${data[0].id}`)
    expect((await undo()).statusCode).toBe(204)
    expect((await undo()).statusCode).toBe(204)
    expect(await card(survivorId)).toMatchObject({
      name: null,
      phone: `+${first}`,
      notes: 'nota nova',
      tags: ['vip'],
      marketing: 'granted',
    })
    expect(await card(otherId)).toMatchObject({
      id: otherId,
      name: 'Aninha',
      phone: `+${second}`,
      notes: 'mudou de número',
      marketing: 'denied',
    })
    const owners = new Map((await list()).map((c) => [c.id, c.contact.id]))
    expect([owners.get(old.id), owners.get(recent.id)]).toEqual([survivorId, otherId])
    const { rows } = await t.deps.database.pool.query(
      'select count(distinct contact_id)::int as people from messages where conversation_id = $1',
      [recent.id],
    )
    expect(rows[0].people).toBe(1)
    expect((await receive(second, 'ana souza', 'ainda')).contact.id).toBe(otherId)
    const actions = await t.deps.database.pool.query(
      `select action from audit_logs where company_id = $1 and action like 'contact.merge%' order by id`,
      [admin.company.id],
    )
    expect(actions.rows.map((row) => row.action)).toEqual(['contact.merge', 'contact.merge_undo'])
  })

  it('takes along the lists of the other, who has them back when both are parted', async () => {
    const { old, recent } = await pair()
    const [survivorId, otherId] = [old.contact.id, recent.contact.id]
    const newList = async (name: string, ids: string[]) => {
      const { id: listId } = (await call('POST', '/lists', { name })).json()
      await call('POST', '/contact-changes', { selection: { ids }, change: { type: 'add_to_list', listId } })
    }
    await newList('Both', [survivorId, otherId])
    await newList('Other', [otherId])
    const sizes = async () => (await call('GET', '/lists')).json().data.map((one: { contacts: number }) => one.contacts)
    const listsOf = async (id: string) =>
      (await call('GET', '/contacts')).json().data.find((one: { id: string }) => one.id === id).lists.length
    const { merge } = (await call('POST', `/contacts/${survivorId}/merges`, { otherId })).json()
    expect([await listsOf(survivorId), await sizes()]).toEqual([2, [1, 1]])
    await call('DELETE', `/contacts/${survivorId}/merges/${merge.id}`)
    expect([await listsOf(survivorId), await listsOf(otherId), await sizes()]).toEqual([1, 2, [2, 1]])
  })

  it('makes no yes to marketing of two who have said nothing, nor do they have one when they are parted', async () => {
    const { old, recent } = await pair()
    const ids = [old.contact.id, recent.contact.id]
    const path = `/contacts/${ids[0]}`
    expect((await call('GET', `${path}/merge-preview?otherId=${ids[1]}`)).json().marketing).toBe('unknown')
    const { merge, contact } = (await call('POST', `${path}/merges`, { otherId: ids[1] })).json()
    expect(contact.marketing).toBe('unknown')
    expect((await call('DELETE', `${path}/merges/${merge.id}`)).statusCode).toBe(204)
    expect((await Promise.all(ids.map(card))).map(({ marketing }) => marketing)).toEqual(['unknown', 'unknown'])
  })

  it('made before has its invented yes taken back, and what was repaired stands in the audit log', async () => {
    const [invented, stopped, agreed] = await Promise.all(
      ['1', '2', '3'].map(async (end) => {
        const { contact } = (await call('POST', '/contacts', { phone: `+551198765100${end}` })).json()
        return contact.id as string
      }),
    )
    await edit(agreed ?? '', { marketing: 'granted' })
    const { pool } = t.deps.database
    await pool.query(`update contacts set marketing = 'granted' where id = $1`, [invented])
    await pool.query(`update contacts set marketing = 'denied' where id = $1`, [stopped])
    const folder = new URL('../../../db/migrations/', import.meta.url)
    const file = readdirSync(folder).find((name) => name.endsWith('_only-recorded-grants.sql')) ?? ''
    const repair = () =>
      pool.query(readFileSync(new URL(file, folder), 'utf8').replaceAll('--> statement-breakpoint', ''))
    await repair()
    await repair()
    const marks = await Promise.all([invented, stopped, agreed].map(async (id) => (await card(id ?? '')).marketing))
    expect(marks).toEqual(['unknown', 'denied', 'granted'])
    const { rows: denials } = await pool.query(
      `select contact_id from consents where company_id = $1 and state = 'denied'`,
      [admin.company.id],
    )
    expect(denials).toEqual([{ contact_id: stopped }])
    const { rows } = await pool.query(
      `select target_id, diff from audit_logs where company_id = $1 and actor_id = 'migration' order by diff->>'was' desc`,
      [admin.company.id],
    )
    expect(rows).toEqual([
      { target_id: invented, diff: { was: 'granted', state: 'unknown', source: 'correction' } },
      { target_id: stopped, diff: { was: 'denied', state: 'denied', source: 'correction' } },
    ])
    const audit = systemCtx(t.deps, 'tests')
    expect(await sealAudit(audit)).toBeGreaterThan(1)
    expect((await verifyAudit(audit)).broken).toEqual([])
  })

  it('keeps every phone and e-mail, takes what was chosen, and gives each back what it had', async () => {
    const { db } = t.deps.database
    const add = async (fields: object): Promise<ContactCard> => (await call('POST', '/contacts', fields)).json().contact
    await db.insert(contactAttributes).values({
      id: newId(),
      companyId: admin.company.id,
      key: 'plan',
      type: 'text',
      label: { en: 'Plan', pt: 'Plano' },
    })
    const one = await add({
      ...{ name: 'Lia Reis', phones: ['+5581988110001', '+5581988110002'], emails: ['lia@casa.com', 'lia@loja.com'] },
      ...{ document: '529.982.247-25', organization: 'Casa', lifecycle: 'lead', ownerId: admin.user.id },
      ...{ address: { city: 'Recife' }, attributes: { plan: 'basic' }, tags: ['casa'] },
    })
    const two = await add({
      ...{ name: 'Lia R.', phones: ['+5581988110003'], emails: ['lia@loja.com', 'reis@casa.com'] },
      ...{ document: '111.444.777-35', organization: 'Loja', lifecycle: 'customer', birthday: '1990-05-01' },
      ...{ address: { city: 'Olinda' }, attributes: { plan: 'plus' }, tags: ['loja'] },
    })
    const path = `/contacts/${one.id}`
    const preview = (await call('GET', `${path}/merge-preview?otherId=${two.id}`)).json()
    expect([preview.conflicts, preview.attributeConflicts]).toEqual([
      [...['name', 'phone', 'email', 'document', 'organization', 'address', 'lifecycle', 'tags']],
      ['plan'],
    ])
    const fields = {
      ...{ phone: 'other', email: 'other', document: 'other', organization: 'other', address: 'other' },
      ...{ lifecycle: 'other', tags: 'other', attributes: { plan: 'other' } },
    }
    const { merge, contact } = (await call('POST', `${path}/merges`, { otherId: two.id, fields })).json()
    expect(contact).toMatchObject({
      name: 'Lia Reis',
      phones: ['+5581988110003', '+5581988110001', '+5581988110002'],
      emails: ['lia@loja.com', 'lia@casa.com', 'reis@casa.com'],
      ...{ document: '111.444.777-35', organization: 'Loja', lifecycle: 'customer', birthday: '1990-05-01' },
      ...{ address: { city: 'Olinda' }, attributes: { plan: 'plus' }, tags: ['loja'], owner: { id: admin.user.id } },
    })
    await edit(one.id, { organization: 'Casa e Loja' })
    expect((await call('DELETE', `${path}/merges/${merge.id}`)).statusCode).toBe(204)
    const same = ({ version, organization, ...rest }: ContactCard) => ({
      ...rest,
      phones: rest.phones.toSorted(),
      emails: rest.emails.toSorted(),
    })
    const [first, last] = [await card(one.id), await card(two.id)]
    expect([same(first), same(last)]).toEqual([same(one), same(two)])
    expect([first.organization, last.organization]).toEqual(['Casa e Loja', 'Loja'])
  })

  it('brings lists, notes and a legal hold along, and gives them back', async () => {
    const { old, recent } = await pair()
    const [survivorId, otherId] = [old.contact.id, recent.contact.id]
    const list = async (name: string, ids: string[]): Promise<string> => {
      const { id } = (await call('POST', '/lists', { name })).json()
      const change = { type: 'add_to_list', listId: id }
      await call('POST', '/contact-changes', { selection: { ids }, change })
      return id
    }
    const both = await list('Both', [survivorId, otherId])
    const theirs = await list('Theirs', [otherId])
    await call('POST', `/contacts/${otherId}/notes`, { kind: 'note', body: 'likes blue' })
    await t.deps.database.pool.query(`update contacts set legal_hold = 'court' where id = $1`, [otherId])
    const preview = (await call('GET', `/contacts/${survivorId}/merge-preview?otherId=${otherId}`)).json()
    expect([preview.notes, preview.lists]).toEqual([1, 1])
    const { merge } = (await call('POST', `/contacts/${survivorId}/merges`, { otherId })).json()
    const members = async (listId: string) =>
      (await call('GET', `/contacts?list=${listId}`)).json().data.map(({ id }: { id: string }) => id)
    const notesOf = async (id: string) =>
      (await t.deps.database.pool.query('select body from contact_notes where contact_id = $1', [id])).rows
    expect([await members(both), await members(theirs)]).toEqual([[survivorId], [survivorId]])
    expect(await notesOf(survivorId)).toEqual([{ body: 'likes blue' }])
    expect((await card(survivorId)).legalHold).toBe('court')
    expect((await call('DELETE', `/contacts/${survivorId}/merges/${merge.id}`)).statusCode).toBe(204)
    expect([(await members(both)).toSorted(), await members(theirs)]).toEqual([
      [survivorId, otherId].toSorted(),
      [otherId],
    ])
    expect([await notesOf(survivorId), await notesOf(otherId)]).toEqual([[], [{ body: 'likes blue' }]])
    expect([(await card(survivorId)).legalHold, (await card(otherId)).legalHold]).toEqual([null, 'court'])
  })

  it('keeps a no of either to anything, and not only to marketing on WhatsApp', async () => {
    const { old, recent } = await pair()
    const [survivorId, otherId] = [old.contact.id, recent.contact.id]
    const say = (id: string, state: string) =>
      call('POST', `/contacts/${id}/consents`, { medium: 'email', purpose: 'marketing', state })
    await say(otherId, 'denied')
    await say(survivorId, 'granted')
    const stateOf = async (id: string) => (await call('GET', `/contacts/${id}/consents`)).json().effective[0]?.state
    const { merge } = (await call('POST', `/contacts/${survivorId}/merges`, { otherId })).json()
    expect(await stateOf(survivorId)).toBe('denied')
    await call('DELETE', `/contacts/${survivorId}/merges/${merge.id}`)
    expect([await stateOf(survivorId), await stateOf(otherId)]).toEqual(['granted', 'denied'])
  })

  it('loses no message that arrives in the middle of it', async () => {
    const { old, recent } = await pair()
    const { pool } = t.deps.database
    const holder = await pool.connect()
    await holder.query('begin')
    await holder.query('select 1 from conversations where id = $1 for update', [recent.id])
    const merging = call('POST', `/contacts/${old.contact.id}/merges`, { otherId: recent.contact.id })
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    while ((await pool.query(waits)).rows.length === 0) await new Promise((resolve) => setTimeout(resolve, 20))
    const texts = Array.from({ length: 5 }, (_, at) => `no meio ${at}`)
    for (const text of texts)
      await deliver(t.app, t.deps, inboundBody(line, { phone: second, name: 'ana souza' }, textContent(text)))
    await holder.query('commit')
    holder.release()
    expect((await merging).statusCode).toBe(201)
    await whenProcessed(t.deps)
    const { rows } = await pool.query(
      `select contact_id, conversation_id from messages where company_id = $1 and body like 'no meio %'`,
      [admin.company.id],
    )
    const place = { contact_id: old.contact.id, conversation_id: recent.id }
    expect(rows).toEqual(texts.map(() => place))
    expect((await card(recent.contact.id)).id).toBe(old.contact.id)
  })

  it('stays after 30 days', async () => {
    const { old, recent } = await pair()
    const { merge } = (await call('POST', `/contacts/${old.contact.id}/merges`, { otherId: recent.contact.id })).json()
    await t.deps.database.pool.query(
      `update contact_merges set created_at = now() - interval '31 days' where id = $1`,
      [merge.id],
    )
    expect((await call('DELETE', `/contacts/${old.contact.id}/merges/${merge.id}`)).statusCode).toBe(409)
    expect((await call('GET', `/contacts/${old.contact.id}/merges`)).json().data).toEqual([])
  })

  it('takes no contact of another company', async () => {
    const { old } = await pair()
    const stranger = await createSignedIn(t.deps)
    const { account, channel } = await createChannel(t.deps, stranger.company.id)
    const theirs = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
    await deliver(t.app, t.deps, inboundBody(theirs, { phone: first }, textContent('oi')))
    await whenProcessed(t.deps)
    const [foreign] = (await call('GET', '/conversations', undefined, stranger.headers)).json().data
    const merge = (id: string, otherId: string) => call('POST', `/contacts/${id}/merges`, { otherId })
    expect((await merge(old.contact.id, foreign.contact.id)).statusCode).toBe(404)
    expect((await merge(foreign.contact.id, old.contact.id)).statusCode).toBe(404)
  })
})

describe("a company's own fields", () => {
  const define = (
    key: string,
    type: typeof contactAttributes.$inferInsert.type,
    fields: Partial<typeof contactAttributes.$inferInsert> = {},
  ) =>
    t.deps.database.db
      .insert(contactAttributes)
      .values({ id: newId(), companyId: admin.company.id, key, type, label: { en: key, pt: key }, ...fields })

  it('take what they are made for, are emptied by null, and are masked for whoever may not see them', async () => {
    const { contact } = await receive(first, 'Ana')
    await define('plan', 'select', { options: ['basic', 'plus'] })
    await define('document', 'text', { sensitive: true })
    await define('visits', 'number')
    const user = await createUser(t.deps)
    await addMember(t.deps, admin.company.id, user.id, { role: 'member' })
    const headers = await signIn(t.deps, user.id, admin.company.id)
    const set = (attributes: object, as = admin.headers) => edit(contact.id, { attributes }, as)
    expect((await set({ plan: 'plus', document: '123.456.789-09', visits: 3 })).json().attributes).toEqual({
      plan: 'plus',
      document: '123.456.789-09',
      visits: 3,
    })
    for (const [wrong, path] of [
      [{ plan: 'gold' }, 'attributes.plan'],
      [{ visits: 'many' }, 'attributes.visits'],
      [{ nothing: 1 }, 'attributes.nothing'],
    ] as const) {
      const answer = await set(wrong)
      expect([answer.statusCode, answer.json().errors[0].path]).toEqual([422, path])
    }
    expect((await set({ document: 'x' }, headers)).statusCode).toBe(422)
    const seen = await set({ visits: null }, headers)
    expect(seen.json().attributes).toEqual({ plan: 'plus', document: '•••' })
  })

  it('stand beside language, zone and what was said of marketing', async () => {
    const { contact } = await receive(first, 'Ana')
    const body = { language: 'pt', timezone: 'America/Sao_Paulo', marketing: 'denied' }
    expect((await edit(contact.id, body)).json()).toMatchObject(body)
    expect((await edit(contact.id, { timezone: 'Nowhere/Land' })).statusCode).toBe(422)
    const { rows } = await t.deps.database.pool.query('select state, source from consents where contact_id = $1', [
      contact.id,
    ])
    expect(rows).toEqual([{ state: 'denied', source: 'manual' }])
  })
})

describe('two people who edit one contact', () => {
  it('are told: of two changes made on the same version one is taken, and the other learns what it is now', async () => {
    const { contact } = await receive(first, 'Ana')
    const { version } = await card(contact.id)
    const names = ['Ana de Recife', 'Ana da padaria']
    const answers = await Promise.all(
      names.map((name) => call('PATCH', `/contacts/${contact.id}`, { version, name, marketing: 'denied' })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const now = await card(contact.id)
    expect(now.name).toBe(names[answers[0]?.statusCode === 200 ? 0 : 1])
    expect(now.version).toBeGreaterThan(version)
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json()
    expect(refused).toMatchObject({ code: 'conflict', data: { current: now } })
    expect((await call('PATCH', `/contacts/${contact.id}`, { name: 'No version' })).statusCode).toBe(422)
    const consents = await t.deps.database.pool.query('select 1 from consents where contact_id = $1', [contact.id])
    expect(consents.rowCount).toBe(1)
  })

  it('see no more of it in the refusal than elsewhere', async () => {
    const { contact } = await receive(first, 'Ana')
    await edit(contact.id, { email: 'ana@exemplo.com.br' })
    const user = await createUser(t.deps)
    await addMember(t.deps, admin.company.id, user.id, { role: 'member' })
    const headers = await signIn(t.deps, user.id, admin.company.id)
    const answer = await call('PATCH', `/contacts/${contact.id}`, { version: 1, notes: 'oi' }, headers)
    expect(answer.statusCode).toBe(409)
    expect(answer.body).not.toContain(first)
    expect(answer.body).not.toContain('ana@exemplo.com.br')
  })

  it.each([
    ['a merge', (ids: string[]) => call('POST', `/contacts/${ids[0]}/merges`, { otherId: ids[1] })],
    ['a note of what was said to marketing', (ids: string[]) => edit(ids[0] ?? '', { marketing: 'granted' })],
    ['values of a field', (ids: string[]) => edit(ids[0] ?? '', { attributes: {} })],
  ])('are stopped by %s in between', async (_, between) => {
    const { old, recent } = await pair()
    const { version } = await card(old.contact.id)
    expect((await between([old.contact.id, recent.contact.id])).statusCode).toBeLessThan(300)
    const stale = await call('PATCH', `/contacts/${old.contact.id}`, { version, notes: 'x' })
    expect(stale.json().code).toBe('conflict')
    expect((await card(old.contact.id)).notes).not.toBe('x')
  })

  it('are not stopped by what the customer calls themself', async () => {
    const { contact } = await receive(first, 'Ana')
    const { version } = await card(contact.id)
    await receive(first, 'Ana Banana')
    expect(await card(contact.id)).toMatchObject({ profileName: 'Ana Banana', version })
  })
})

describe('a contact that someone writes down', () => {
  const write = (body: object, headers?: { cookie: string }) => call('POST', '/contacts', body, headers)

  it('is made once, however often and in whatever form the phone is given', async () => {
    const forms = ['+55 81 98765-0009', '558187650009', '(81) 98765-0009', '81 8765-0009']
    const answers = await Promise.all(forms.map((phone) => write({ phone, name: 'Rui' })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    const bodies = answers.map((answer) => answer.json())
    expect(new Set(bodies.map(({ contact }) => contact.id)).size).toBe(1)
    expect(bodies.filter(({ created }) => created)).toHaveLength(1)
    expect(bodies[0].contact).toMatchObject({ displayName: 'Rui', phone: '+5581987650009' })
    const written = await receive('558187650009', 'Ruizinho')
    expect(written.contact).toMatchObject({ id: bodies[0].contact.id, displayName: 'Rui' })
  })

  it('keeps what is known of them, and is another in another company', async () => {
    const { contact } = await receive(first, 'Ana')
    await edit(contact.id, { name: 'Dona Ana' })
    const known = (await write({ phone: `+${first}`, name: 'Outra', email: 'ana@exemplo.com.br' })).json()
    expect(known).toMatchObject({
      created: false,
      contact: { id: contact.id, name: 'Dona Ana', email: 'ana@exemplo.com.br' },
    })
    const stranger = await createSignedIn(t.deps)
    const theirs = (await write({ phone: `+${first}`, name: 'Outra' }, stranger.headers)).json()
    expect(theirs).toMatchObject({ created: true, contact: { name: 'Outra' } })
    expect(theirs.contact.id).not.toBe(contact.id)
  })

  it('needs a phone that can be one', async () => {
    const answer = await write({ phone: '12-34-56', name: 'Rui' })
    expect([answer.statusCode, answer.json().errors]).toMatchObject([422, [{ path: 'phone', code: 'phone' }]])
  })
})
