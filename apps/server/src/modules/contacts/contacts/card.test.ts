import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let t: TestApp
let admin: Awaited<ReturnType<typeof createSignedIn>>

beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
})

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
const call = (method: Method, path: string, payload?: object, headers: { cookie: string } = admin.headers) =>
  t.app.inject({ method, url: `/api/v1${path}`, headers, ...(payload && { payload }) })
const create = async (body: object): Promise<ContactCard> => {
  const answer = await call('POST', '/contacts', body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().contact
}
const edit = async (id: string, change: object, headers?: { cookie: string }) => {
  const { version } = (await call('GET', `/contacts/${id}`)).json()
  return call('PATCH', `/contacts/${id}`, { version, ...change }, headers)
}
const member = async () => {
  const user = await createUser(t.deps)
  await addMember(t.deps, admin.company.id, user.id, { role: 'member', visibility: 'all' })
  return { ...user, headers: await signIn(t.deps, user.id, admin.company.id) }
}
type Fields = Partial<typeof contactAttributes.$inferInsert>
const define = (key: string, type: typeof contactAttributes.$inferInsert.type, fields: Fields = {}) =>
  t.deps.database.db
    .insert(contactAttributes)
    .values({ id: newId(), companyId: admin.company.id, key, type, label: { en: key, pt: key }, ...fields })
const events = async (id: string) => {
  const { rows } = await t.deps.database.pool.query(
    'select kind, data, actor_id from contact_events where contact_id = $1 order by at, id',
    [id],
  )
  return rows
}
const refused = (answer: Awaited<ReturnType<typeof call>>) =>
  answer.json().errors?.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)

const whole = {
  name: 'Márcia Prado',
  phones: ['+55 81 99123-0001', '81 3025-2598'],
  emails: ['marcia@padaria.com.br', 'Compras@Padaria.com.br'],
  organization: 'Padaria Boa Massa',
  jobTitle: 'Compras',
  document: '529.982.247-25',
  birthday: '1991-08-14',
  language: 'pt-BR',
  timezone: 'America/Recife',
  address: { street: 'Rua da Aurora, 10', city: 'Recife', state: 'PE', postalCode: '50050-000', country: 'BR' },
  lifecycle: 'customer',
  tags: ['VIP'],
  notes: 'Prefere ligação',
}

describe('the card of a contact', () => {
  it('holds every field as it was written', async () => {
    const made = await create({ ...whole, ownerId: admin.user.id })
    expect(made).toMatchObject({
      ...whole,
      phone: '+5581991230001',
      phones: ['+5581991230001', '+558130252598'],
      email: 'marcia@padaria.com.br',
      emails: ['marcia@padaria.com.br', 'compras@padaria.com.br'],
      owner: { id: admin.user.id },
      tagBadges: [{ name: 'VIP', color: 'gray' }],
      source: 'manual',
      deletedAt: null,
    })
    const { rows } = await t.deps.database.pool.query('select * from contacts where id = $1', [made.id])
    expect(JSON.stringify(rows)).not.toContain('52998224725')
  })

  it('hides phones, addresses and documents from members without the grant, who cannot write over them', async () => {
    const { id } = await create(whole)
    const { headers } = await member()
    const seen: ContactCard = (await call('GET', `/contacts/${id}`, undefined, headers)).json()
    expect(seen).toMatchObject({
      phones: ['+5581•••••••01', '+5581••••••98'],
      emails: ['m•••@p•••.br', 'c•••@p•••.br'],
      document: '52•.•••.•••-••',
      address: { city: 'Recife', state: 'PE', country: 'BR' },
    })
    expect(JSON.stringify(seen)).not.toMatch(/Aurora|99123|529/)
    const hidden = { phones: [], emails: [], document: null, address: null }
    for (const [field, value] of Object.entries(hidden))
      expect(refused(await edit(id, { [field]: value }, headers))).toEqual([`${field} invalid`])
    expect((await edit(id, { jobTitle: 'Gerente' }, headers)).json()).toMatchObject({ jobTitle: 'Gerente' })
  })

  it('refuses what cannot be, at the field', async () => {
    const { id } = await create({ name: 'Ana' })
    const stranger = await createUser(t.deps)
    const wrong: [object, string][] = [
      [{ document: '529.982.247-26' }, 'document'],
      [{ birthday: '2091-01-01' }, 'birthday'],
      [{ emails: ['not one'] }, 'emails'],
      [{ phones: ['+55 81 99123-0001', '12'] }, 'phones'],
      [{ phones: ['+55 81 99123-0001', '000000'] }, 'phones.1'],
      [{ lifecycle: 'unknown' }, 'lifecycle'],
      [{ ownerId: stranger.id }, 'ownerId'],
      [{ address: { country: 'Brasil' } }, 'address'],
    ]
    for (const [change, path] of wrong) {
      const answer = await edit(id, change)
      expect(answer.statusCode).toBe(422)
      expect(refused(answer).join()).toContain(path)
    }
    expect((await call('POST', '/contacts', { notes: 'nobody' })).statusCode).toBe(422)
  })

  it('gives a number to one contact only, and finds them by each', async () => {
    const { id } = await create({ name: 'Ana', phones: ['+55 81 99123-0001', '+55 81 3025-2598'] })
    const other = await create({ name: 'Bia' })
    expect(refused(await edit(other.id, { phones: ['+55 81 3025-2598'] }))).toEqual(['phones.0 taken'])
    const again = await call('POST', '/contacts', { phone: '+55 81 3025-2598', name: 'Outra' })
    expect(again.json()).toMatchObject({ created: false, contact: { id, name: 'Ana' } })
    expect((await edit(id, { phones: ['+55 81 3025-2598'] })).json()).toMatchObject({ phones: ['+558130252598'] })
    expect((await edit(other.id, { phones: ['+55 81 99123-0001'] })).statusCode).toBe(200)
  })

  it('writes down what was changed by whom, without what is not for everyone', async () => {
    await define('plan', 'text')
    await define('rg', 'text', { sensitive: true })
    const { id } = await create({ name: 'Ana' })
    await edit(id, {
      ...{ organization: 'Padaria', tags: ['VIP'], lifecycle: 'lead', ownerId: admin.user.id },
      ...{ document: '529.982.247-25', emails: ['ana@exemplo.com'], attributes: { plan: 'basic', rg: '123' } },
    })
    const all = await events(id)
    expect(all.map(({ kind }) => kind).sort()).toEqual(
      ['created', 'lifecycle_changed', 'owner_changed', 'tags_changed', 'updated'].sort(),
    )
    expect(all.find(({ kind }) => kind === 'updated')).toEqual({
      kind: 'updated',
      actor_id: admin.user.id,
      data: {
        changes: [
          { field: 'organization', from: null, to: 'Padaria' },
          { field: 'emails' },
          { field: 'document' },
          { field: 'attributes.plan', to: 'basic' },
          { field: 'attributes.rg' },
        ],
      },
    })
    expect(all.find(({ kind }) => kind === 'owner_changed')?.data).toEqual({ from: null, to: admin.user.name })
    await edit(id, { organization: 'Padaria' })
    expect(await events(id)).toHaveLength(all.length)
  })

  it('is shown from the bin, and not there for another company', async () => {
    const { id } = await create({ name: 'Ana' })
    await t.deps.database.pool.query('update contacts set deleted_at = now() where id = $1', [id])
    const binned: ContactCard = (await call('GET', `/contacts/${id}`)).json()
    expect(binned).toMatchObject({ id, deletedAt: expect.any(String) })
    expect((await call('PATCH', `/contacts/${id}`, { version: binned.version, name: 'B' })).statusCode).toBe(404)
    const stranger = await createSignedIn(t.deps)
    expect((await call('GET', `/contacts/${id}`, undefined, stranger.headers)).statusCode).toBe(404)
  })
})

describe("a company's own fields", () => {
  it('are asked for, filled in and kept apart when contacts are made', async () => {
    await define('plan', 'select', { options: ['basic', 'plus'], default: 'basic' })
    await define('code', 'text', { required: true, unique: true, pattern: '[A-Z]{2}\\d{3}' })
    expect(refused(await call('POST', '/contacts', { name: 'Ana' }))).toEqual(['attributes.code required'])
    expect(refused(await call('POST', '/contacts', { name: 'Ana', attributes: { code: 'A1' } }))).toEqual([
      'attributes.code invalid',
    ])
    const ana = await create({ name: 'Ana', attributes: { code: 'AB123' } })
    expect(ana.attributes).toEqual({ plan: 'basic', code: 'AB123' })
    const twin = await call('POST', '/contacts', { name: 'Bia', attributes: { code: 'AB123' } })
    expect(refused(twin)).toEqual(['attributes.code taken'])
    expect((await edit(ana.id, { attributes: { code: 'AB123', plan: 'plus' } })).statusCode).toBe(200)
    expect((await edit(ana.id, { attributes: { code: null } })).statusCode).toBe(422)
  })

  it('hold lists of texts and JSON', async () => {
    await define('sizes', 'text_list')
    await define('raw', 'json')
    const values = { sizes: ['36', '38'], raw: { last: [1, { deep: true }] } }
    expect((await create({ name: 'Ana', attributes: values })).attributes).toEqual(values)
  })

  it('have only rules that fit their type', async () => {
    const field = { key: 'size', label: { en: 'Size', pt: 'Tamanho' } }
    const wrong: [object, string][] = [
      [{ type: 'text', pattern: '(a+)+' }, 'pattern pattern'],
      [{ type: 'text', pattern: '[' }, 'pattern pattern'],
      [{ type: 'number', pattern: 'a' }, 'pattern invalid'],
      [{ type: 'boolean', unique: true }, 'unique invalid'],
      [{ type: 'select', options: ['a'], default: 'b' }, 'default invalid'],
      [{ type: 'text', searchable: true, sensitive: true }, 'searchable invalid'],
    ]
    for (const [rules, refusal] of wrong) {
      const answer = await call('POST', '/contact-attributes', { ...field, ...rules })
      expect([answer.statusCode, refused(answer)?.join()]).toEqual([
        422,
        expect.stringContaining(refusal.split(' ')[0] ?? ''),
      ])
    }
    const made = await call('POST', '/contact-attributes', {
      ...field,
      type: 'text',
      pattern: '\\d+',
      searchable: true,
    })
    expect(made.json()).toMatchObject({ pattern: '\\d+', searchable: true, unique: false, default: null })
    await create({ name: 'Ana', attributes: { size: '1' } })
    await create({ name: 'Bia', attributes: { size: '1' } })
    const { id, version } = made.json()
    const late = await call('PATCH', `/contact-attributes/${id}`, { version, unique: true })
    expect(refused(late)).toEqual(['unique taken'])
  })
})

describe('stages', () => {
  it('are those of the product until a company has its own', async () => {
    const known = (await call('GET', '/contact-settings')).json()
    expect(known.settings.stages.map(({ key }: { key: string }) => key)).toEqual([
      ...['lead', 'qualified', 'customer', 'inactive'],
    ])
    const stages = [{ key: 'trial', name: 'Trial' }]
    const saved = await call('PUT', '/contact-settings', { settings: { stages }, version: known.version })
    expect(saved.json().settings.stages).toEqual(stages)
    expect((await create({ name: 'Ana', lifecycle: 'trial' })).lifecycle).toBe('trial')
    expect((await call('PUT', '/contact-settings', { settings: { stages: [] }, version: 0 })).statusCode).toBe(409)
    const { headers } = await member()
    expect((await call('PUT', '/contact-settings', { settings: { stages }, version: 1 }, headers)).statusCode).toBe(403)
  })
})

describe('notes', () => {
  it('are written, pinned and finished by anyone, and changed by their author and company admins', async () => {
    const { id } = await create({ name: 'Ana' })
    const { headers } = await member()
    const dueAt = '2030-01-02T12:00:00.000Z'
    const task = (await call('POST', `/contacts/${id}/notes`, { kind: 'task', body: 'Ligar', dueAt })).json()
    const note = (await call('POST', `/contacts/${id}/notes`, { kind: 'note', body: 'Gosta de café' }, headers)).json()
    const open = async () =>
      (await call('GET', `/contacts/${id}/notes`)).json().data.map((one: { id: string }) => one.id)
    expect(await open()).toEqual([task.id])
    const path = (one: { id: string }) => `/contacts/${id}/notes/${one.id}`
    expect((await call('PATCH', path(note), { pinned: true })).json()).toMatchObject({ pinned: true })
    expect(await open()).toEqual([note.id, task.id])
    expect((await call('PATCH', path(task), { done: true }, headers)).json()).toMatchObject({
      doneAt: expect.any(String),
    })
    expect((await call('PATCH', path(task), { body: 'x' }, headers)).statusCode).toBe(403)
    expect((await call('DELETE', path(task), undefined, headers)).statusCode).toBe(403)
    expect((await call('DELETE', path(note))).statusCode).toBe(204)
    const stranger = await createSignedIn(t.deps)
    expect((await call('DELETE', path(task), undefined, stranger.headers)).statusCode).toBe(404)
  })
})
