import type { DuplicatePair } from '@recado/contracts/contacts/duplicates'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { contactPoints, contacts } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { reviewDuplicatesJob } from './jobs.ts'
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

  it('are looked for ten times a day by one person', async () => {
    const answers: number[] = []
    for (let n = 0; n < 11; n++) answers.push((await call('POST', '/duplicates/search')).statusCode)
    expect(answers.map((code) => code < 300)).toEqual([...Array(10).fill(true), false])
  })

  it('stay decided once someone said that they are two, until that is taken back', async () => {
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

  it('are decided about together, and that is taken back together', async () => {
    for (const name of ['a', 'b']) for (const _ of [1, 2]) await add({ email: `${name}@loja.com` })
    await look()
    const ids = (await pairs()).map(({ id }) => id)
    const decide = async (state: string, headers = admin.headers) =>
      (await call('POST', '/duplicates/decisions', headers, { ids, state })).json().changed
    expect(await decide('dismissed', (await createSignedIn(t.deps)).headers)).toBe(0)
    expect([await decide('dismissed'), await decide('dismissed'), await pairs()]).toEqual([2, 0, []])
    expect([await decide('open'), (await pairs()).length]).toEqual([2, 2])
  })

  it('are looked for when someone asks', async () => {
    expect((await call('POST', '/duplicates/search')).statusCode).toBe(204)
    const { rows } = await t.deps.database.pool.query(
      `select name, input->>'companyId' as company from jobs where name = 'duplicates.find' and company_id = $1`,
      [admin.company.id],
    )
    expect(rows).toEqual([{ name: 'duplicates.find', company: admin.company.id }])
  })

  it('are told of once a week, where new ones were found', async () => {
    const { db, pool } = t.deps.database
    const stranger = await createSignedIn(t.deps)
    for (const company of [admin.company.id, stranger.company.id])
      for (const _ of [1, 2]) await add({ email: 'eva@x.com' }, company)
    await look()
    await look(stranger.company.id)
    await db.execute(
      sql`update duplicate_candidates set created_at = now() - interval '8 days' where company_id = ${stranger.company.id}`,
    )
    await reviewDuplicatesJob.run(
      t.deps,
      {},
      { id: newId(), companyId: '', attempt: 1, signal: AbortSignal.timeout(5000) },
    )
    const { rows } = await pool.query(
      `select input->'payloads' as payloads from jobs where name = 'product_notifications.duplicates_waiting'
        and input::text like any($1)`,
      [[`%${admin.company.id}%`, `%${stranger.company.id}%`]],
    )
    const told = rows.flatMap(({ payloads }) => payloads)
    expect(told).toContainEqual({ companyId: admin.company.id, count: 1 })
    expect(told.some(({ companyId }) => companyId === stranger.company.id)).toBe(false)
  })

  it('are gone once they are merged, or one of them is', async () => {
    const [a, b] = [await add({ email: 'eva@x.com' }), await add({ email: 'eva@x.com' })]
    const third = await add({ email: 'eva@x.com' })
    await look()
    expect((await call('GET', '/duplicates?count=exact')).json().page.total).toBe(2)
    expect((await call('POST', `/contacts/${a}/merges`, admin.headers, { otherId: b })).statusCode).toBe(201)
    expect((await pairs()).map(idsOf)).toEqual([[a, third]])
  })

  it('do not tell whose document one wrote into a contact to those who see no documents', async () => {
    for (const _ of [1, 2]) await add({ name: 'Ana', documentHash: 'a', email: 'ana@loja.com' })
    for (const name of ['Bia', 'Davi']) await add({ name, documentHash: 'b' })
    await add({ name: 'Caio', phone: '5581991230001' })
    await t.deps.database.db.insert(contactPoints).values({
      companyId: admin.company.id,
      id: newId(),
      contactId: await add({}),
      kind: 'phone',
      value: '5581991230001',
    })
    await look()
    const user = await createUser(t.deps)
    await addMember(t.deps, admin.company.id, user.id, { role: 'member' })
    const headers = await signIn(t.deps, user.id, admin.company.id)
    const shown = (all: DuplicatePair[]) => all.map(({ reasons, score }) => [reasons.join(), score.toFixed(2)])
    const seen = [
      ['phone', '0.95'],
      ['email', '0.90'],
    ]
    expect(shown(await pairs(headers))).toEqual(seen)
    const [first, last] = [
      (await call('GET', '/duplicates?limit=1&count=exact', headers)).json(),
      async (cursor: string) => (await call('GET', `/duplicates?limit=1&cursor=${cursor}`, headers)).json(),
    ]
    expect(first.page.total).toBe(2)
    expect(shown([...first.data, ...(await last(first.page.next)).data])).toEqual(seen)
    expect((await pairs()).map(({ reasons }) => reasons.toSorted())).toContainEqual(['document', 'email'])
    expect(await pairs()).toHaveLength(3)
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
