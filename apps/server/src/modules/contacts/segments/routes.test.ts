import type { Segment } from '@recado/contracts/contacts/segments'
import type { FilterGroup } from '@recado/contracts/shared/filter'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let t: TestApp
let admin: Awaited<ReturnType<typeof createSignedIn>>
let agent: { cookie: string }

beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
  const user = await createUser(t.deps)
  await addMember(t.deps, admin.company.id, user.id, { role: 'member' })
  agent = await signIn(t.deps, user.id, admin.company.id)
})

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (method: Method, path: string, payload?: object, headers: { cookie: string } = admin.headers) =>
  t.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })
const all = (...children: FilterGroup['children']): FilterGroup => ({ value: 'AND', children })
const named = (value: string) => all({ field: 'name', operator: 'EQUAL', value })
const create = async (body: object, headers?: { cookie: string }): Promise<Segment> =>
  (await call('POST', '/segments', { shared: true, ...body }, headers)).json()
const list = async (headers?: { cookie: string }): Promise<Segment[]> =>
  (await call('GET', '/segments', undefined, headers)).json().data

const addContacts = (...names: string[]) =>
  t.deps.database.db
    .insert(contacts)
    .values(names.map((name) => ({ companyId: admin.company.id, id: newId(), name, attributes: { plan: name } })))

const addAttribute = async (fields: Partial<typeof contactAttributes.$inferInsert> = {}) => {
  const row = {
    companyId: admin.company.id,
    id: newId(),
    key: 'plan',
    type: 'text' as const,
    label: { en: 'Plan', pt: 'Plano' },
  }
  await t.deps.database.db.insert(contactAttributes).values({ ...row, ...fields })
  return row
}

describe('segments', () => {
  it('count their contacts when asked, and remember the number until the filter is another', async () => {
    await addContacts('Ana', 'ANA', 'Bia')
    const { id, version } = await create({ name: 'Anas', filter: named('ana') })
    expect((await call('POST', `/segments/${id}/count`, {})).json()).toEqual({ count: 2, exact: true })
    expect((await list())[0]).toMatchObject({ name: 'Anas', count: 2, problems: [] })
    await call('PATCH', `/segments/${id}`, { version, filter: named('bia') })
    expect((await list())[0]).toMatchObject({ count: null, countedAt: null, version: version + 1 })
  })

  it('are counted before they are stored', async () => {
    await addContacts('Ana', 'Bia')
    const answer = await call('POST', '/segments/preview', { filter: named('ana') }, agent)
    expect(answer.json()).toMatchObject({ count: 1, exact: true, sample: [{ displayName: 'Ana', phone: null }] })
    expect(await list()).toEqual([])
  })

  it('leave erased contacts out, counted, previewed and asked of one contact', async () => {
    const id = newId()
    const row = { companyId: admin.company.id, id, name: 'Ana' }
    await t.deps.database.db.insert(contacts).values({ ...row, erasedAt: new Date() })
    const segment = await create({ name: 'Anas', filter: named('ana') })
    expect((await call('POST', `/segments/${segment.id}/count`, {})).json()).toEqual({ count: 0, exact: true })
    const preview = await call('POST', '/segments/preview', { filter: named('ana') })
    expect(preview.json()).toMatchObject({ count: 0, sample: [] })
    expect((await call('GET', `/contacts/${id}/segments`)).json().data).toEqual([])
  })

  it('refuse a filter that leaves everybody, and say which condition cannot be asked', async () => {
    const empty = await call('POST', '/segments', { name: 'All', filter: all() })
    expect([empty.statusCode, empty.json().errors[0].path]).toEqual([422, 'filter'])
    const nested = all({ field: 'name', operator: 'EQUAL', value: 'x' }, { value: 'OR', children: [] })
    const wrong = all({ field: 'tags', operator: 'ANY_IN', value: [newId()] })
    for (const [filter, path] of [
      [nested, 'filter.children.1.children'],
      [wrong, 'filter.children.0.value'],
    ])
      expect((await call('POST', '/segments', { name: 'Odd', filter })).json().errors[0].path).toBe(path)
  })

  it('answer a second change of the same version with the segment as it is', async () => {
    const { id, version } = await create({ name: 'Anas', filter: named('ana') })
    await call('PATCH', `/segments/${id}`, { version, name: 'Annas' })
    const late = await call('PATCH', `/segments/${id}`, { version, name: 'Others' })
    expect([late.statusCode, late.json().data.current.name]).toEqual([409, 'Annas'])
  })

  it('are their author’s alone until they are shared, which takes the right to share', async () => {
    await create({ name: 'Of the agent', filter: named('ana'), shared: false }, agent)
    const shared = await create({ name: 'Of all', filter: named('ana') })
    expect((await list()).map(({ name }) => name)).toEqual(['Of all'])
    expect((await list(agent)).map(({ name, editable }) => [name, editable])).toEqual([
      ['Of all', false],
      ['Of the agent', true],
    ])
    expect((await call('POST', '/segments', { name: 'X', filter: named('a'), shared: true }, agent)).statusCode).toBe(
      403,
    )
    expect((await call('DELETE', `/segments/${shared.id}`, undefined, agent)).statusCode).toBe(403)
    expect((await call('DELETE', `/segments/${shared.id}`)).statusCode).toBe(204)
  })

  it('are conditions of other filters, though not of each other', async () => {
    await addContacts('Ana', 'Bia', 'Carla')
    const { id } = await create({ name: 'Anas', filter: named('ana') })
    const countOf = async (operator: 'ANY_IN' | 'NOT_IN') =>
      (await call('POST', '/segments/preview', { filter: all({ field: 'segments', operator, value: [id] }) })).json()
        .count
    expect([await countOf('ANY_IN'), await countOf('NOT_IN')]).toEqual([1, 2])
    const circle = { version: 1, filter: all({ field: 'segments', operator: 'ANY_IN', value: [id] }) }
    expect((await call('PATCH', `/segments/${id}`, circle)).json().errors[0].path).toBe('filter.children.0.field')
  })

  it('are not there for another company', async () => {
    const { id } = await create({ name: 'Anas', filter: named('ana') })
    const { headers } = await createSignedIn(t.deps)
    for (const answer of [
      await call('POST', `/segments/${id}/count`, {}, headers),
      await call('PATCH', `/segments/${id}`, { version: 1, name: 'Mine' }, headers),
      await call('DELETE', `/segments/${id}`, undefined, headers),
    ])
      expect(answer.statusCode).toBe(404)
  })
})

describe('a segment that saved views ask for', () => {
  const addView = async (name: string, search: object, more: object = {}, headers?: { cookie: string }) =>
    (await call('POST', '/views', { page: 'contacts', name, search, shared: false, ...more }, headers)).json()
  const usedBy = async (headers?: { cookie: string }) => (await list(headers))[0]?.usedBy.map(({ name }) => name)

  it('names those that the reader sees', async () => {
    const { id, usedBy: none } = await create({ name: 'Anas', filter: named('ana') })
    expect(none).toEqual([])
    const tree = all({ field: 'segments', operator: 'ANY_IN', value: [id, newId()] })
    await addView('By address', { segment: id }, { shared: true })
    await addView('By condition', { filter: JSON.stringify(tree) })
    await addView('Of the agent', { segment: `${newId()},${id}` }, {}, agent)
    await addView('Another', { segment: newId() })
    expect(await usedBy()).toEqual(['By address', 'By condition'])
    expect(await usedBy(agent)).toEqual(['By address', 'Of the agent'])
  })

  it('is removed only with consent, which names all of them', async () => {
    const { id } = await create({ name: 'Anas', filter: named('ana') })
    await addView('Daily', { segment: id })
    await addView('Of the agent', { segment: id }, {}, agent)
    const refused = await call('DELETE', `/segments/${id}`)
    expect([refused.statusCode, refused.json().code, refused.json().data]).toEqual([
      409,
      'in_use',
      { names: 'Daily, Of the agent' },
    ])
    expect((await call('DELETE', `/segments/${id}?force=yes`)).statusCode).toBe(204)
  })

  it('goes for tags, lists and attributes as well', async () => {
    const tag = (await call('POST', '/tags', { name: 'vip', color: 'gray' })).json()
    const { id: attribute } = await addAttribute()
    await addView('VIPs', { tag: tag.id })
    await addView('On a plan', {
      filter: JSON.stringify(all({ field: 'attributes.plan', operator: 'IS_DEFINED', value: true })),
    })
    expect((await call('DELETE', `/tags/${tag.id}`)).json().data).toEqual({ names: 'VIPs' })
    expect((await call('DELETE', `/contact-attributes/${attribute}`)).json().data).toEqual({ names: 'On a plan' })
  })
})

describe('a saved view that asks for a tag', () => {
  it('asks for the one that stays after tags were merged, whoever owns it', async () => {
    const newTag = async (name: string): Promise<string> =>
      (await call('POST', '/tags', { name, color: 'gray' })).json().id
    const [from, into, other] = [await newTag('Vip'), await newTag('Important'), await newTag('Regular')]
    const tree = (...value: string[]) => JSON.stringify(all({ field: 'tags', operator: 'ANY_IN', value }))
    const views = [
      ['A', { tag: `${from},${other},${into}`, sort: '-name' }],
      ['B', { filter: tree(other, from) }],
      ['C', { tag: other, search: 'ana' }],
    ] as const
    for (const [name, search] of views)
      await call('POST', '/views', { page: 'contacts', name, search, shared: false }, agent)
    await call('POST', `/tags/${from}/merge`, { intoId: into })
    const { data } = (await call('GET', '/views?page=contacts', undefined, agent)).json()
    expect(data.map(({ search, version }: { search: object; version: number }) => [search, version])).toEqual([
      [{ tag: `${into},${other}`, sort: '-name' }, 2],
      [{ filter: tree(other, into) }, 2],
      [{ tag: other, search: 'ana' }, 1],
    ])
  })
})

describe('an attribute that a segment asks for', () => {
  const plan = all({ field: 'attributes.plan', operator: 'EQUAL', value: 'Ana' })

  it('stays, with the names of the segments, unless a person removes it anyway', async () => {
    const { id } = await addAttribute()
    await create({ name: 'On the plan', filter: plan })
    const refused = await call('DELETE', `/contact-attributes/${id}`)
    expect([refused.statusCode, refused.json().code, refused.json().data]).toEqual([
      409,
      'in_use',
      { names: 'On the plan' },
    ])
    expect((await call('DELETE', `/contact-attributes/${id}?force=yes`)).statusCode).toBe(204)
  })

  it('leaves a broken segment behind, to which no one belongs', async () => {
    await addContacts('Ana', 'Bia')
    const { id } = await addAttribute()
    const segment = await create({ name: 'On the plan', filter: plan })
    await call('DELETE', `/contact-attributes/${id}?force=yes`)
    expect((await list())[0]?.problems).toMatchObject([{ path: 'filter.children.0.field', code: 'not_found' }])
    expect((await call('POST', `/segments/${segment.id}/count`, {})).statusCode).toBe(422)
  })

  it('is not told to those who may not see it, though they see the segment', async () => {
    await addContacts('Ana', 'Bia')
    await addAttribute({ sensitive: true })
    const { id } = await create({ name: 'On the plan', filter: plan })
    expect((await list(agent))[0]).toMatchObject({
      filter: all({ field: 'attributes.plan', operator: 'EQUAL', value: '•••' }),
      problems: [],
      editable: false,
    })
    expect((await call('POST', `/segments/${id}/count`, {}, agent)).json().count).toBe(1)
    const guess = await call('POST', '/segments/preview', { filter: plan }, agent)
    expect([guess.statusCode, guess.json().errors[0].path]).toEqual([422, 'filter.children.0.field'])
  })
})

describe('a tag or list that a segment asks for', () => {
  const tagged = (id: string) => all({ field: 'tags', operator: 'ANY_IN', value: [id] })

  it.each(['tags', 'lists'])('stays among the %s unless a person removes it anyway', async (kind) => {
    const body = kind === 'tags' ? { name: 'VIP', color: 'gray' } : { name: 'VIP' }
    const { id } = (await call('POST', `/${kind}`, body)).json()
    await create({ name: 'Important', filter: all({ field: kind, operator: 'ANY_IN', value: [id] }) })
    const refused = await call('DELETE', `/${kind}/${id}`)
    expect([refused.statusCode, refused.json().data]).toEqual([409, { names: 'Important' }])
    expect((await call('DELETE', `/${kind}/${id}?force=yes`)).statusCode).toBe(204)
    expect((await list())[0]?.problems).toMatchObject([{ path: 'filter.children.0.value', code: 'not_found' }])
  })

  it('is another one after tags were merged', async () => {
    const [from, into] = [
      (await call('POST', '/tags', { name: 'Vip', color: 'gray' })).json(),
      (await call('POST', '/tags', { name: 'Important', color: 'red' })).json(),
    ]
    await create({ name: 'Important', filter: tagged(from.id) })
    await call('POST', `/tags/${from.id}/merge`, { intoId: into.id })
    expect((await list())[0]).toMatchObject({ filter: tagged(into.id), problems: [] })
  })
})

describe('the fields that contacts are filtered by', () => {
  it('come with the names of what values stand for', async () => {
    await addAttribute({ type: 'select', options: ['gold', 'silver'] })
    const { data, references } = (await call('GET', '/contact-fields')).json()
    const field = (name: string) => data.find((one: { name: string }) => one.name === name)
    expect(field('attributes.plan')).toMatchObject({
      type: 'choice',
      options: ['gold', 'silver'],
      label: { pt: 'Plano' },
    })
    expect(field('tags')).toMatchObject({ type: 'choices', references: 'tags' })
    expect(references.members.map(({ id }: { id: string }) => id)).toContain(admin.user.id)
  })

  it('let those who do not see phones ask for whole ones only', async () => {
    const { data } = (await call('GET', '/contact-fields', undefined, agent)).json()
    expect(data.find((one: { name: string }) => one.name === 'phone').operators).not.toContain('LIKE')
  })
})

describe('the segments of a contact', () => {
  it('are those that it belongs to at the moment and the reader sees, also by the id of one merged into it', async () => {
    const contact = newId()
    const merged = newId()
    const companyId = admin.company.id
    await t.deps.database.db.insert(contacts).values([
      { companyId, id: contact, name: 'Ana' },
      { companyId, id: merged, name: 'Ana B', mergedIntoId: contact, deletedAt: new Date() },
    ])
    await create({ name: 'Bias', filter: named('bia') })
    const { id } = await create({ name: 'Anas', filter: named('ana') })
    const own = await create({ name: 'Mine', shared: false, filter: named('ana') })
    const segmentsOf = async (of: string, headers?: { cookie: string }) =>
      (await call('GET', `/contacts/${of}/segments`, undefined, headers)).json().data
    expect(await segmentsOf(contact)).toEqual([
      { id, name: 'Anas', shared: true },
      { id: own.id, name: 'Mine', shared: false },
    ])
    expect(await segmentsOf(merged, agent)).toEqual([{ id, name: 'Anas', shared: true }])
  })
})
