import { contactFields } from '@recado/contracts/contacts/contact-fields'
import type { FilterCondition, FilterGroup } from '@recado/contracts/shared/filter'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contactIdentities, contactPoints, contacts } from '#server/db/schema/contacts/contacts.ts'
import { contactTags } from '#server/db/schema/contacts/tags.ts'
import { newId } from '#server/lib/ids.ts'
import { hashDocument } from '#server/modules/contacts/contacts/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { evaluateFilter } from '#server/test/filter-evaluation.ts'
import {
  createFilterWorld,
  createRandom,
  everyCondition,
  type FilterWorld,
  randomTree,
} from '#server/test/filter-world.ts'
import { compileFilter } from './queries/compile.ts'

let t: TestApp
let world: FilterWorld
const random = createRandom(20_260_310)

beforeAll(async () => {
  t = await buildTestApp()
  world = await createFilterWorld(t.deps, random, 60)
})
afterAll(() => t.close())

const all = (...children: FilterGroup['children']): FilterGroup => ({ value: 'AND', children })

const idsOf = async (tree: FilterGroup): Promise<string[]> => {
  const { ctx } = world
  const where = await compileFilter(ctx, tree)
  const { rows } = await ctx.db.execute<{ id: string }>(
    sql`select ct.id from contacts ct where ct.company_id = ${ctx.company.id} and ${where} order by ct.id`,
  )
  return rows.map(({ id }) => id)
}

const expectSame = async (tree: FilterGroup) => {
  const expected = world.people.filter(({ facts }) => evaluateFilter(facts, tree, world.ctx.now())).map(({ id }) => id)
  expect(await idsOf(tree), JSON.stringify(tree)).toEqual(expected.toSorted())
}

const refusals = (tree: FilterGroup, personalData?: boolean) =>
  compileFilter(world.ctx, tree, personalData === undefined ? {} : { personalData }).then(
    () => null,
    (error) => error.details.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
  )

describe('a filter in the database', () => {
  it('finds what every operator of every field means', async () => {
    const names = Object.keys(world.people[0]?.facts ?? {})
    for (const condition of everyCondition(names, random, world.things)) await expectSame(all(condition))
  })

  it('finds what conditions mean together, however they are nested', async () => {
    const names = Object.keys(world.people[0]?.facts ?? {})
    for (let count = 0; count < 150; count++) await expectSame(randomTree(names, random, world.things))
  })

  it('tries every field that there is', () => {
    const tried = new Set(Object.keys(world.people[0]?.facts ?? {}).map((name) => name.replace(/\.\d+$/, '')))
    const untried = contactFields([], { personalData: true })
      .map(({ name }) => name)
      .filter((name) => !tried.has(name))
    // Phones, addresses and documents have tests of their own below; of the consents one stands for all.
    expect(untried.filter((name) => !name.startsWith('consent.'))).toEqual(['phone', 'email', 'document'])
  })

  it('leaves everybody where there is no condition', async () => {
    expect(await idsOf(all())).toHaveLength(world.people.length)
  })
})

describe('phones and addresses', () => {
  const add = async (fields: { phone?: string; email?: string }) => {
    const [id, companyId] = [newId(), world.ctx.company.id]
    await t.deps.database.db.insert(contacts).values({ companyId, id, ...fields })
    return id
  }
  const remove = (id: string) => t.deps.database.db.delete(contacts).where(eq(contacts.id, id))

  it.each<[string, FilterCondition['operator'], FilterCondition['value']]>([
    ['phone', 'EQUAL', '+55 81 98888-7777'],
    ['phone', 'EQUAL', '81 98888-7777'],
    ['phone', 'EQUAL', '+55 81 8888-7777'],
    ['phone', 'IN', ['5581988887777', '1']],
    ['phone', 'LIKE', '^+55 81'],
    ['phone', 'LIKE', '7777$'],
    ['email', 'EQUAL', ' Maria@Exemplo.com.br'],
    ['email', 'LIKE', '@exemplo.com.br$'],
  ])('finds a contact whose %s is %s %s, of several as well', async (field, operator, value) => {
    const own = await add(field === 'phone' ? { phone: '5581988887777' } : { email: 'MARIA@exemplo.com.br' })
    const further = await add({})
    const point = { companyId: world.ctx.company.id, id: newId(), contactId: further }
    const points = field === 'phone' ? '5581988887777' : 'maria@exemplo.com.br'
    await t.deps.database.db.insert(contactPoints).values({ ...point, kind: field as 'phone' | 'email', value: points })
    const found = await idsOf(all({ field, operator, value }))
    const others = await idsOf(
      all({
        field,
        operator: operator === 'LIKE' ? 'NOT_LIKE' : 'NOT_IN',
        value: operator === 'LIKE' ? value : [value].flat(),
      }),
    )
    await t.deps.database.db.delete(contactPoints).where(eq(contactPoints.id, point.id))
    await remove(own)
    await remove(further)
    expect(found).toEqual([own, further].toSorted())
    expect(others).toHaveLength(world.people.length)
  })

  it('knows people without a phone', async () => {
    const nobody = await add({})
    expect(await idsOf(all({ field: 'phone', operator: 'IS_DEFINED', value: false }))).toContain(nobody)
    expect(await idsOf(all({ field: 'phone', operator: 'NOT_EQUAL', value: '5581988887777' }))).toContain(nobody)
    await remove(nobody)
  })

  it('finds a document in any notation, and only for those who may see it', async () => {
    const own = newId()
    const { document, documentHash } = {
      document: t.deps.sealer.seal('52998224725'),
      documentHash: hashDocument(world.ctx, '52998224725'),
    }
    await t.deps.database.db
      .insert(contacts)
      .values({ companyId: world.ctx.company.id, id: own, document, documentHash })
    const ask = (operator: FilterCondition['operator'], value: FilterCondition['value']) =>
      all({ field: 'document', operator, value })
    expect(await idsOf(ask('EQUAL', '529.982.247-25'))).toEqual([own])
    expect(await idsOf(ask('IN', ['52998224725', '11.222.333/0001-81']))).toEqual([own])
    expect(await idsOf(ask('NOT_EQUAL', '529.982.247-25'))).toHaveLength(world.people.length)
    expect(await idsOf(ask('IS_DEFINED', true))).toEqual([own])
    expect(await refusals(ask('EQUAL', '529.982.247-25'), false)).toEqual(['children.0.operator invalid'])
    expect(await refusals(ask('IS_DEFINED', true), false)).toBeNull()
    await remove(own)
  })

  it('finds a username with and without its sign, and an id of another system', async () => {
    const [own, companyId] = [await add({}), world.ctx.company.id]
    const of = { companyId, contactId: own }
    const { db } = t.deps.database
    await db.insert(contactIdentities).values({ ...of, id: newId(), scope: 'portfolio', username: 'Luisa.Prado' })
    await db.insert(contactPoints).values({ ...of, id: newId(), kind: 'external', scope: 'crm', value: 'CRM-9001' })
    for (const [field, operator, value] of [
      ['username', 'EQUAL', '@luisa.prado'],
      ['username', 'EQUAL', 'LUISA.PRADO'],
      ['username', 'LIKE', '^@luisa'],
      ['username', 'IN', ['@luisa.prado', 'someone']],
      ['external_id', 'EQUAL', 'crm-9001'],
      ['external_id', 'LIKE', '^CRM'],
    ] as const)
      expect(
        await idsOf(all({ field, operator, value: [value].flat().length > 1 ? [value].flat() : `${value}` })),
        field,
      ).toEqual([own])
    await db.delete(contactIdentities).where(eq(contactIdentities.contactId, own))
    await db.delete(contactPoints).where(eq(contactPoints.contactId, own))
    await remove(own)
  })

  it('are asked for whole by those who may not see them, and sensitive attributes not at all', async () => {
    const like = all({ field: 'phone', operator: 'LIKE', value: '^5581' })
    expect(await refusals(like, false)).toEqual(['children.0.operator invalid'])
    expect(await refusals(all({ field: 'phone', operator: 'EQUAL', value: '5581988887777' }), false)).toBeNull()
  })
})

describe('a filter that cannot be asked', () => {
  it('says of each condition what is wrong, where it stands', async () => {
    const tree = all(
      { field: 'shoe_size', operator: 'EQUAL', value: 44 },
      all(
        { field: 'name', operator: 'LARGER', value: 'a' },
        { value: 'OR', children: [{ field: 'tags', operator: 'ANY_IN', value: [newId()] }] },
        { field: 'tags', operator: 'ANY_IN', value: ["' or true --"] },
      ),
      { field: 'created_at', operator: 'LARGER', value: 'yesterday' },
      { field: 'messages.read.400', operator: 'EQUAL', value: 0 },
      { field: 'attributes.size', operator: 'EQUAL', value: 'medium' },
      { field: 'attributes.visits', operator: 'BETWEEN', value: [5, 1] },
      { field: 'name', operator: 'LIKE', value: '^$' },
    )
    expect(await refusals(tree)).toEqual([
      'children.0.field not_found',
      'children.1.children.0.operator invalid',
      'children.1.children.1.children.0.value not_found',
      'children.1.children.2.value not_found',
      'children.2.value date',
      'children.3.field not_found',
      'children.4.value not_found',
      'children.5.value invalid',
      'children.6.value required',
    ])
  })

  it('takes no tag of another company', async () => {
    const other = await createFilterWorld(t.deps, random, 0)
    const [tag] = await t.deps.database.db
      .select()
      .from(contactTags)
      .where(eq(contactTags.companyId, other.ctx.company.id))
    expect(await refusals(all({ field: 'tags', operator: 'ANY_IN', value: [tag?.id ?? ''] }))).toEqual([
      'children.0.value not_found',
    ])
  })

  it('reads texts of people as texts', async () => {
    const hostile = "x') or true; drop table contacts; --"
    for (const field of ['name', 'city', 'attributes.note', 'language', 'email', 'phone'])
      expect(await idsOf(all({ field, operator: 'EQUAL', value: hostile }))).toEqual([])
  })
})
