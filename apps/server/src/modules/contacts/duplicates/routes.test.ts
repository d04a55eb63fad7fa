import type { DuplicatePair } from '@recado/contracts/contacts/duplicates'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { contactPoints, contacts } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { findDuplicatePairs } from './queries/find.ts'

let t: TestApp
let admin: Awaited<ReturnType<typeof createSignedIn>>

beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
})

type Fields = Partial<typeof contacts.$inferInsert>
const add = async (fields: Fields, companyId = admin.company.id): Promise<string> => {
  const id = newId()
  await t.deps.database.db.insert(contacts).values({ companyId, id, ...fields })
  return id
}
const look = (companyId = admin.company.id) => findDuplicatePairs(systemCtx(t.deps, 'test'), companyId)
const call = (method: 'GET' | 'POST' | 'DELETE', path: string, headers = admin.headers, payload = {}) =>
  t.app.inject({ method, url: `/api/v1${path}`, headers, ...(method !== 'GET' && { payload }) })
const pairs = async (headers = admin.headers): Promise<DuplicatePair[]> =>
  (await call('GET', '/duplicates', headers)).json().data
const idsOf = ({ contacts: [a, b] }: DuplicatePair) => [a.id, b.id]

describe('pairs that may be one person', () => {
  it('share a document, a phone, an e-mail address, or a name with the end of a number; the likeliest come first', async () => {
    const mail = [
      await add({ name: 'Bia', email: 'bia@loja.com' }),
      await add({ name: 'Beatriz', email: 'BIA@loja.com' }),
    ]
    const paper = [await add({ documentHash: 'a' }), await add({ documentHash: 'a', email: 'x@loja.com' })]
    const first = await add({ name: 'José Lima', phone: '5581991230001' })
    const ending = [first, await add({ name: 'jose lima', phone: '81991230001' })]
    const second = await add({ name: 'Caio' })
    const phone = [await add({ phone: '5581988880002' }), second]
    await t.deps.database.db
      .insert(contactPoints)
      .values({ companyId: admin.company.id, id: newId(), contactId: second, kind: 'phone', value: '5581988880002' })
    expect(await look()).toBe(4)
    const found = await pairs()
    expect(found.map(({ reasons }) => reasons)).toEqual([['document'], ['phone'], ['email'], ['name']])
    expect(found.map(idsOf)).toEqual([paper, phone.toSorted(), mail, ending])
    expect(await look()).toBe(0)
  })

  it('are not a landline and a mobile with the same digits, nor those who share a reception, nor other companies', async () => {
    await add({ name: 'Padaria Sol', phone: '558130252598' })
    await add({ name: 'Padaria Sol', phone: '5581930252598' })
    for (let i = 0; i < 12; i++) await add({ name: `Pessoa ${i}`, email: 'recepcao@hotel.com' })
    const stranger = await createSignedIn(t.deps)
    await add({ email: 'one@x.com' })
    await add({ email: 'one@x.com' }, stranger.company.id)
    expect([await look(), await look(stranger.company.id)]).toEqual([0, 0])
  })

  it('stay decided once somebody said that they are two, until that is taken back', async () => {
    await add({ email: 'eva@x.com' })
    await add({ email: 'eva@x.com' })
    await look()
    const [pair] = await pairs()
    const stranger = await createSignedIn(t.deps)
    const path = `/duplicates/${pair?.id}/dismissal`
    expect((await call('POST', path, stranger.headers)).statusCode).toBe(404)
    expect((await call('POST', path)).statusCode).toBe(204)
    expect((await call('POST', path)).statusCode).toBe(204)
    await look()
    expect(await pairs()).toEqual([])
    expect((await call('DELETE', path)).statusCode).toBe(204)
    expect(await pairs()).toHaveLength(1)
  })

  it('are gone once they are merged, or one of them is', async () => {
    const [a, b] = [await add({ email: 'eva@x.com' }), await add({ email: 'eva@x.com' })]
    const third = await add({ email: 'eva@x.com' })
    await look()
    expect((await call('GET', '/duplicates?count=exact')).json().page.total).toBe(2)
    expect((await call('POST', `/contacts/${a}/merges`, admin.headers, { otherId: b })).statusCode).toBe(201)
    expect((await pairs()).map(idsOf)).toEqual([[a, third]])
  })

  it('page through all of them, and hide from members what they may not see', async () => {
    for (const name of ['a', 'b', 'c'])
      for (const phone of [1, 2])
        await add({ email: `${name}@loja.com`, phone: `55819912${name.charCodeAt(0)}0${phone}` })
    await look()
    const one = (await call('GET', '/duplicates?limit=2')).json()
    const two = (await call('GET', `/duplicates?limit=2&cursor=${one.page.next}`)).json()
    expect(new Set([...one.data, ...two.data].map(({ id }: DuplicatePair) => id)).size).toBe(3)
    expect(two.page.has_more).toBe(false)
    const user = await createUser(t.deps)
    await addMember(t.deps, admin.company.id, user.id, { role: 'member' })
    const masked = await pairs(await signIn(t.deps, user.id, admin.company.id))
    expect(masked[0]?.contacts[0].email).toMatch(/^.•••@l•••\.com$/)
    expect(masked[0]?.contacts[0].phone).toContain('•')
  })
})
