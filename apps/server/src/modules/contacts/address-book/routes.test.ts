import type { ContactRow } from '@recado/contracts/contacts/address-book'
import { bulkNow } from '@recado/contracts/shared/lists'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { contactIdentities, contacts } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'
import { type Processor, startProcessor } from '#server/modules/whatsapp/webhooks/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { addMember, createChannel, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { deliver, inboundBody, textContent, whenProcessed } from '#server/test/webhooks.ts'

let t: TestApp
let processor: Processor
let admin: Awaited<ReturnType<typeof createSignedIn>>

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
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const call = (method: Method, path: string, payload?: object, headers: { cookie: string } = admin.headers) =>
  t.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })

const add = async (fields: Partial<typeof contacts.$inferInsert> = {}) => {
  const row = { companyId: admin.company.id, id: newId(), ...fields }
  await t.deps.database.db.insert(contacts).values(row)
  return row.id
}
const list = async (query = '', headers?: { cookie: string }): Promise<ContactRow[]> => {
  const answer = await call('GET', `/contacts?${query}`, undefined, headers)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const names = async (query = '') => (await list(query)).map(({ displayName }) => displayName)
const change = (ids: string[], what: object) => call('POST', '/contact-changes', { selection: { ids }, change: what })
const member = async () => {
  const user = await createUser(t.deps)
  await addMember(t.deps, admin.company.id, user.id, { role: 'member' })
  return signIn(t.deps, user.id, admin.company.id)
}

describe('the list', () => {
  it('goes through everybody in each order, page by page, and counts them', async () => {
    const day = (n: number) => new Date(Date.UTC(2026, 4, n))
    await add({ name: 'Ágata', createdAt: day(1), lastInboundAt: day(9) })
    await add({ name: 'bruno', createdAt: day(3) })
    await add({ profileName: 'Carla', createdAt: day(2), lastInboundAt: new Date(Date.UTC(2026, 4, 9, 3)) })
    const walk = async (sort: string) => {
      const seen: string[] = []
      for (let cursor = ''; ; ) {
        const query = `sort=${sort}&limit=1&count=exact${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
        const { data, page } = (await call('GET', `/contacts?${query}`)).json()
        seen.push(data[0].displayName)
        expect(page.total).toBe(3)
        if (!page.next) return seen
        cursor = page.next
      }
    }
    expect(await walk('created')).toEqual(['bruno', 'Carla', 'Ágata'])
    expect(await walk('-created')).toEqual(['Ágata', 'Carla', 'bruno'])
    expect(await walk('name')).toEqual(['Ágata', 'bruno', 'Carla'])
    expect(await walk('-name')).toEqual(['Carla', 'bruno', 'Ágata'])
    expect(await walk('inbound')).toEqual(['Carla', 'Ágata', 'bruno'])
    expect(await walk('-inbound')).toEqual(['bruno', 'Ágata', 'Carla'])
    expect((await call('GET', '/contacts?sort=inbound&cursor=bm90aGluZw')).statusCode).toBe(422)
  })

  it('finds people by name, phone in any notation, e-mail and username', async () => {
    await add({ name: 'João Pão', phone: '5511987650001', email: 'joao@exemplo.com.br' })
    const id = await add({ profileName: 'Sem Telefone' })
    await t.deps.database.db.insert(contactIdentities).values({
      companyId: admin.company.id,
      id: newId(),
      contactId: id,
      scope: 's',
      bsuid: 'BR.1',
      username: 'semfone',
    })
    for (const text of ['joao pao', '+55 11 98765-0001', '(11) 98765-0001', '1187650001', 'JOAO@exemplo.com.br'])
      expect(await names(`search=${encodeURIComponent(text)}`), text).toEqual(['João Pão'])
    expect(await names('search=%40semf')).toEqual(['Sem Telefone'])
  })

  it('finds people by the fields that are searchable, sensitive ones for those who see them', async () => {
    const field = (key: string, more: object) => ({
      companyId: admin.company.id,
      id: newId(),
      key,
      type: 'text' as const,
      label: { en: key, pt: key },
      ...more,
    })
    await t.deps.database.db
      .insert(contactAttributes)
      .values([
        field('dog', { searchable: true }),
        field('card', { searchable: true, sensitive: true }),
        field('cat', { searchable: false }),
      ])
    await add({ name: 'Ana', attributes: { dog: 'Pingüim', card: 'XK-1999', cat: 'Mimi' } })
    await add({ name: 'Bia', attributes: { dog: 'Rex 2024-0017' } })
    expect(await names('search=pinguim')).toEqual(['Ana'])
    expect(await names('search=xk-19')).toEqual(['Ana'])
    expect(await names('search=mimi')).toEqual([])
    expect(await names('search=2024-00')).toEqual(['Bia'])
    expect((await list('search=2024-00', await member())).map(({ displayName }) => displayName)).toEqual(['Bia'])
    expect(await names('search=pi')).toEqual(['Ana'])
    const [dog] = (await call('GET', '/contact-attributes'))
      .json()
      .data.filter((one: { key: string }) => one.key === 'dog')
    const searchBy = async (searchable: boolean) => {
      const { version } = (await call('GET', '/contact-attributes'))
        .json()
        .data.find((one: { id: string }) => one.id === dog.id)
      expect((await call('PATCH', `/contact-attributes/${dog.id}`, { version, searchable })).statusCode).toBe(200)
      await t.deps.jobs.drain(t.deps)
      return names('search=pinguim')
    }
    expect([await searchBy(false), await searchBy(true)]).toEqual([[], ['Ana']])
    expect(await list('search=xk-19', await member())).toEqual([])
  })

  it('narrows to tags, lists, owners, stages, marketing, source and days', async () => {
    const ana = await add({ name: 'Ana', lifecycle: 'lead', source: 'import', marketing: 'denied' })
    const bia = await add({ name: 'Bia', ownerId: admin.user.id, lastInboundAt: new Date('2026-05-10T02:00:00Z') })
    await change([ana], { type: 'add_tags', tags: ['VIP'] })
    const { data: tags } = (await call('GET', '/tags?with=counts')).json()
    expect(tags).toMatchObject([{ name: 'VIP', contacts: 1 }])
    const made = (await call('POST', '/lists', { name: 'Newsletter' })).json()
    await change([bia], { type: 'add_to_list', listId: made.id })
    expect((await call('GET', '/lists')).json().data).toMatchObject([{ name: 'Newsletter', contacts: 1 }])
    expect(await names(`tag=${tags[0].id}`)).toEqual(['Ana'])
    expect(await names(`list=${made.id}`)).toEqual(['Bia'])
    expect(await names(`owner=${admin.user.id}`)).toEqual(['Bia'])
    expect(await names('owner=none')).toEqual(['Ana'])
    expect(await names('lifecycle=lead,customer')).toEqual(['Ana'])
    expect(await names('lifecycle=none')).toEqual(['Bia'])
    expect(await names('marketing=denied')).toEqual(['Ana'])
    expect(await names('source=import')).toEqual(['Ana'])
    // 23:00 of the ninth in São Paulo
    expect(await names('inboundFrom=2026-05-09&inboundTo=2026-05-09')).toEqual(['Bia'])
    expect(await names('inboundFrom=2026-05-10')).toEqual([])
    expect(await names('createdTo=2020-01-01')).toEqual([])
    expect(await names('lifecycle=nothing')).toEqual([])
    expect((await call('GET', '/contacts?lifecycle=No%20stage')).statusCode).toBe(422)
  })

  it('narrows to a tree of conditions and to segments, for the list, its changes and its file alike', async () => {
    await add({ name: 'Ana', lifecycle: 'lead' })
    await add({ name: 'Bia', lifecycle: 'customer' })
    await add({ name: 'Caio', lifecycle: 'lead' })
    const tree = (field: string, value: string) => ({ value: 'AND', children: [{ field, operator: 'EQUAL', value }] })
    const filter = JSON.stringify(tree('lifecycle', 'lead'))
    const query = `filter=${encodeURIComponent(filter)}`
    expect(await names(`${query}&sort=name`)).toEqual(['Ana', 'Caio'])
    const segment = (await call('POST', '/segments', { name: 'Anas', filter: tree('name', 'ana') })).json().id
    expect(await names(`segment=${segment}`)).toEqual(['Ana'])
    expect(await names(`segment=${segment}&filter=${encodeURIComponent(JSON.stringify(tree('name', 'bia')))}`)).toEqual(
      [],
    )
    const selection = { filter: { filter, search: 'Caio' }, expected: 1 }
    const changed = await call('POST', '/contact-changes', {
      selection,
      change: { type: 'lifecycle', lifecycle: null },
    })
    expect(changed.json().changed).toBe(1)
    expect(await names(query)).toEqual(['Ana'])
    const wrong = encodeURIComponent(JSON.stringify(tree('nothing', 'x')))
    const refusals = await Promise.all(
      [`filter=${wrong}`, 'filter=%7Bx', `segment=${newId()}`].map((one) => call('GET', `/contacts?${one}`)),
    )
    expect(refusals.map((answer) => [answer.statusCode, answer.json().errors[0].path])).toEqual([
      [422, 'filter.children.0.field'],
      [422, 'filter'],
      [422, 'segment.children.0.value'],
    ])
    const file = { list: 'contacts', filter: { filter: JSON.stringify(tree('nothing', 'x')) }, format: 'csv' }
    expect((await call('POST', '/list-exports', file)).statusCode).toBe(422)
  })

  it('masks phones and addresses, and tells of them only those who know them whole', async () => {
    await add({ name: 'Ana', phone: '5511987650001', email: 'ana@exemplo.com.br' })
    const headers = await member()
    expect(await list('', headers)).toMatchObject([{ phone: '+5511•••••••01', email: 'a•••@e•••.br' }])
    expect(await list('search=9876', headers)).toEqual([])
    expect(await list('search=11987650001', headers)).toHaveLength(1)
  })

  it('shows nobody of another company', async () => {
    const id = await add({ name: 'Ana' })
    const other = await createSignedIn(t.deps)
    expect(await list('', other.headers)).toEqual([])
    const stolen = await call(
      'POST',
      '/contact-changes',
      { selection: { ids: [id] }, change: { type: 'delete' } },
      other.headers,
    )
    expect(stolen.statusCode).toBe(404)
  })
})

describe('changing many', () => {
  it('adds tags to those who lack them, says so before, and takes them back', async () => {
    const [ana, bia] = [await add({ name: 'Ana' }), await add({ name: 'Bia' })]
    await change([ana], { type: 'add_tags', tags: ['vip'] })
    const body = { selection: { ids: [ana, bia] }, change: { type: 'add_tags', tags: ['VIP'] } }
    expect((await call('POST', '/contact-changes/preview', body)).json()).toEqual({ total: 2, changes: 1, refused: 0 })
    const done = (await call('POST', '/contact-changes', body)).json()
    expect(done).toMatchObject({ done: 2, changed: 1, skipped: [] })
    expect((await call('GET', '/contact-changes')).json().data[0]).toMatchObject({
      count: 1,
      change: { tags: ['VIP'] },
    })
    expect((await call('POST', `/contact-changes/${done.changeId}/undo`, {})).json()).toEqual({ restored: 1, kept: 0 })
    expect((await list('sort=name')).map(({ tags }) => tags.map(({ name }) => name))).toEqual([['vip'], []])
    expect((await call('POST', `/contact-changes/${done.changeId}/undo`, {})).statusCode).toBe(409)
  })

  it('takes nothing back from whoever was changed since', async () => {
    await t.deps.database.db.insert(contactAttributes).values({
      ...{ companyId: admin.company.id, id: newId(), key: 'size', label: { en: 'Size', pt: 'Tamanho' } },
      ...{ type: 'select', options: ['S', 'M', 'L'] },
    })
    const [ana, bia] = [await add({ name: 'Ana', attributes: { size: 'S' } }), await add({ name: 'Bia' })]
    expect((await change([ana], { type: 'attribute', key: 'size', value: 'XL' })).statusCode).toBe(422)
    const { changeId } = (await change([ana, bia], { type: 'attribute', key: 'size', value: 'M' })).json()
    await change([bia], { type: 'attribute', key: 'size', value: 'L' })
    expect((await call('POST', `/contact-changes/${changeId}/undo`, {})).json()).toEqual({ restored: 1, kept: 1 })
    expect((await list('sort=name')).map(({ attributes }) => attributes)).toEqual([{ size: 'S' }, { size: 'L' }])
  })

  it('gives no two contacts what only one may have', async () => {
    await t.deps.database.db.insert(contactAttributes).values({
      ...{ companyId: admin.company.id, id: newId(), key: 'code', label: { en: 'Code', pt: 'Código' } },
      ...{ type: 'text', unique: true },
    })
    const [ana, bia] = [await add({ name: 'Ana', attributes: { code: 'A' } }), await add({ name: 'Bia' })]
    const refused = await change([ana, bia], { type: 'attribute', key: 'code', value: 'B' })
    expect(refused.json().errors).toMatchObject([{ path: 'change.value', code: 'taken' }])
    await change([ana, bia], { type: 'attribute', key: 'code', value: null })
    expect((await list()).map(({ attributes }) => attributes)).toEqual([{}, {}])
  })

  it('takes back nothing of a change that still goes on', async () => {
    for (let n = 0; n < bulkNow + 1; n++) await add({ name: `Ana ${n}` })
    const selection = { filter: {}, expected: bulkNow + 1 }
    const body = { selection, change: { type: 'lifecycle', lifecycle: 'lead' } }
    const { changeId, task } = (await call('POST', '/contact-changes', body)).json()
    expect(task.status).toBe('queued')
    await t.deps.database.pool.query(
      `insert into contact_bulk_changes (id, company_id, kind, args, count) values ($1, $2, 'lifecycle', $3, 1)`,
      [changeId, admin.company.id, body.change],
    )
    const undone = () => call('POST', `/contact-changes/${changeId}/undo`, {})
    const until = async () => (await call('GET', '/contact-changes')).json().data[0].undoUntil
    expect([(await undone()).json().code, await until()]).toEqual(['state_invalid', null])
    await t.deps.jobs.drain(t.deps)
    expect(await until()).toEqual(expect.any(String))
    expect((await undone()).json()).toMatchObject({ restored: 0, task: { status: 'queued' } })
    const [record] = (await call('GET', '/contact-changes')).json().data
    expect([record.undoing, record.undoUntil]).toEqual([true, null])
    expect((await undone()).json().code).toBe('state_invalid')
    await t.deps.jobs.drain(t.deps)
    expect((await call('GET', '/contact-changes')).json().data[0]).toMatchObject({
      ...{ undoing: false, undoUntil: null, undoneAt: expect.any(String) },
    })
    expect((await list('lifecycle=lead&limit=1')).length).toBe(0)
  })

  it('opts people out of marketing with the reason, once, and never opts them in again by an undo', async () => {
    const [ana, bia] = [await add({ name: 'Ana' }), await add({ name: 'Bia' })]
    await call('POST', `/contacts/${bia}/consents`, { state: 'granted', note: 'At the counter' })
    const gone = await add({ name: 'Caio' })
    await call('POST', `/contacts/${gone}/consents`, { state: 'withdrawn' })
    const optOut = { type: 'opt_out', reason: 'Asked at the counter' }
    const selection = { ids: [ana, bia, gone] }
    const preview = await call('POST', '/contact-changes/preview', { selection, change: optOut })
    expect(preview.json()).toEqual({ total: 3, changes: 2, refused: 0 })

    const { changeId, changed } = (await change(selection.ids, optOut)).json()
    expect(changed).toBe(2)
    expect((await list()).map(({ marketing }) => marketing)).toEqual(['denied', 'denied', 'denied'])
    const { effective, data } = (await call('GET', `/contacts/${bia}/consents`)).json()
    expect(effective).toMatchObject([{ medium: 'whatsapp', purpose: 'marketing', state: 'denied' }])
    expect(data[0]).toMatchObject({ state: 'denied', source: 'manual', channel: null })
    expect(data[0].evidence.note).toBe('Asked at the counter')
    expect(data[0].notedBy.id).toBe(admin.user.id)
    expect((await call('GET', `/contacts/${ana}/timeline`)).body).toContain('consent_recorded')

    expect((await change(selection.ids, optOut)).json().changed).toBe(0)
    const [record] = (await call('GET', '/contact-changes')).json().data
    expect(record).toMatchObject({ id: changeId, change: optOut, count: 2, undoUntil: null })
    const undone = await call('POST', `/contact-changes/${changeId}/undo`, {})
    expect(undone.json().code).toBe('state_invalid')
    expect((await list()).every(({ marketing }) => marketing === 'denied')).toBe(true)
    expect((await change([ana], { type: 'opt_out' })).statusCode).toBe(422)
  })

  it('assigns owners and stages, and undoes them', async () => {
    const ana = await add({ name: 'Ana' })
    const { changeId } = (await change([ana], { type: 'owner', ownerId: admin.user.id })).json()
    await change([ana], { type: 'lifecycle', lifecycle: 'customer' })
    expect(await list()).toMatchObject([{ owner: { id: admin.user.id }, lifecycle: 'customer' }])
    await call('POST', `/contact-changes/${changeId}/undo`, {})
    expect(await list()).toMatchObject([{ owner: null, lifecycle: 'customer' }])
    const stranger = await createUser(t.deps)
    expect((await change([ana], { type: 'owner', ownerId: stranger.id })).statusCode).toBe(422)
  })

  it('sets stages of the company, and says in the timeline who the owner is', async () => {
    const ana = await add({ name: 'Ana' })
    const stages = [{ key: 'regular', name: 'Regular' }]
    await call('PUT', '/contact-settings', { settings: { stages }, version: 0 })
    expect((await change([ana], { type: 'lifecycle', lifecycle: 'lead' })).statusCode).toBe(422)
    await change([ana], { type: 'lifecycle', lifecycle: 'regular' })
    expect(await names('lifecycle=regular')).toEqual(['Ana'])
    await change([ana], { type: 'owner', ownerId: admin.user.id })
    const { data } = (await call('GET', `/contacts/${ana}/timeline?types=changes`)).json()
    expect(data[0]).toMatchObject({ kind: 'owner_changed', data: { from: null, to: admin.user.name } })
  })

  it('puts people into lists and takes them out again', async () => {
    const [ana, bia] = [await add({ name: 'Ana' }), await add({ name: 'Bia' })]
    const { id } = (await call('POST', '/lists', { name: 'Newsletter' })).json()
    await change([ana], { type: 'add_to_list', listId: id })
    const { changeId } = (await change([ana, bia], { type: 'add_to_list', listId: id })).json()
    await call('POST', `/contact-changes/${changeId}/undo`, {})
    expect(await names(`list=${id}`)).toEqual(['Ana'])
    await change([ana], { type: 'remove_from_list', listId: id })
    expect(await names(`list=${id}`)).toEqual([])
    expect((await call('POST', '/lists', { name: 'newsletter' })).statusCode).toBe(409)
    expect((await call('DELETE', `/lists/${id}`)).statusCode).toBe(204)
    expect((await change([ana], { type: 'add_to_list', listId: id })).statusCode).toBe(404)
  })

  it('leaves out those who would have too many tags', async () => {
    const full = await add({ name: 'Ana', tagIds: Array.from({ length: 50 }, () => newId()) })
    expect((await change([full], { type: 'add_tags', tags: ['one more'] })).json()).toMatchObject({
      done: 0,
      skipped: [{ id: full, code: 'limit_reached' }],
    })
  })

  it('renames a tag by merging it into the one that has the name', async () => {
    const ana = await add({ name: 'Ana' })
    await change([ana], { type: 'add_tags', tags: ['vip', 'important'] })
    const { data } = (await call('GET', '/tags')).json()
    const [important, vip] = data
    const renamed = await call('PATCH', `/tags/${important.id}`, { version: important.version, name: 'VIP' })
    expect(renamed.json()).toMatchObject({ code: 'duplicate' })
    await call('POST', `/tags/${important.id}/merge`, { intoId: vip.id })
    expect(await list()).toMatchObject([{ tags: [{ id: vip.id, name: 'vip' }] }])
    expect((await call('GET', '/tags')).json().data).toHaveLength(1)
  })
})

describe('the bin', () => {
  it('holds whom somebody deleted until they are restored', async () => {
    const ana = await add({ name: 'Ana' })
    const { changeId } = (await change([ana], { type: 'delete' })).json()
    expect(await names()).toEqual([])
    expect(await names('bin=yes')).toEqual(['Ana'])
    expect((await call('GET', `/contacts/${ana}`)).json()).toMatchObject({ deletedAt: expect.any(String) })
    await call('POST', `/contact-changes/${changeId}/undo`, {})
    expect(await names()).toEqual(['Ana'])
    await change([ana], { type: 'delete' })
    await change([ana], { type: 'restore' })
    expect(await names()).toEqual(['Ana'])
  })

  it('gives back whoever writes again, with the time of the message', async () => {
    const { account, channel } = await createChannel(t.deps, admin.company.id)
    const line = { phoneNumberId: channel.phoneNumberId, wabaId: account.wabaId }
    const write = async () => {
      await deliver(t.app, t.deps, inboundBody(line, { phone: '5511987650009', name: 'Ana' }, textContent('oi')))
      await whenProcessed(t.deps)
    }
    await write()
    const [ana] = await list()
    expect(ana?.lastInboundAt).not.toBeNull()
    expect(ana?.conversationId).not.toBeNull()
    await change([ana?.id ?? ''], { type: 'delete' })
    await write()
    expect(await list()).toMatchObject([{ id: ana?.id, deletedAt: null }])
  })

  it('keeps the phone of those in it, so that nobody is there twice', async () => {
    const ana = await add({ name: 'Ana', phone: '5511987650008' })
    await change([ana], { type: 'delete' })
    const refused = await call('POST', '/contacts', { phone: '+55 11 98765-0008' })
    expect(refused.json()).toMatchObject({ code: 'contact_in_bin', data: { contactId: ana } })
    const restored = await call('POST', '/contacts', { phone: '+55 11 98765-0008', restore: true })
    expect(restored.json()).toMatchObject({ created: false, contact: { id: ana } })
    const rows = await t.deps.database.db.select().from(contacts).where(eq(contacts.companyId, admin.company.id))
    expect(rows).toHaveLength(1)
  })
})
