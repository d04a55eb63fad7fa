import type { ContactImport } from '@recado/contracts/contacts/imports'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { parseCsv } from 'hucre/csv'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactAttributes } from '#server/db/schema/contacts/attributes.ts'
import { consents, contactPoints, contacts, suppressions } from '#server/db/schema/contacts/contacts.ts'
import { contactListMembers, contactLists } from '#server/db/schema/contacts/lists.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { newId } from '#server/lib/ids.ts'
import { fromWallClock, toWallClock } from '#server/lib/zone.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createImporter } from '#server/test/contact-files.ts'
import { createConversation } from '#server/test/factories.ts'
import { drainImports } from './importer.ts'

let server: TestApp
let me: Awaited<ReturnType<typeof createImporter>>
beforeAll(async () => {
  server = await buildTestApp()
})
beforeEach(async () => {
  me = await createImporter(server)
})
afterAll(() => server.close())

const db = () => server.deps.database.db
const all = () =>
  db()
    .select()
    .from(contacts)
    .where(and(eq(contacts.companyId, me.company.id), isNull(contacts.deletedAt)))
    .orderBy(contacts.createdAt, contacts.id)
const named = async (name: string) => (await all()).find((one) => one.name === name)
const add = async (fields: Partial<typeof contacts.$inferInsert>) => {
  const row = { id: newId(), companyId: me.company.id, ...fields }
  await db().insert(contacts).values(row)
  return row.id
}
const sum = ({ counts }: Pick<ContactImport, 'counts'>) =>
  Object.values(counts ?? {}).reduce((total, count) => total + count, 0)
const consentRule = { source: 'paper' as const, textVersion: '2026-1', at: null }

describe('the columns of a file', () => {
  test('are known by their headings in either language', async () => {
    const answer = await me.upload(
      'Nome completo;Celular;Telefone fixo;E-mail;CPF;Data de nascimento;Etiquetas;Cidade;Observações;Qualquer\nA;11 98888-7777;;;;;;;;\n',
    )
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      ...{ state: 'uploaded', rows: 1, delimiter: ';', encoding: 'utf-8', header: true },
      mapping: {
        columns: ['name', 'phone', 'other_phone', 'email', 'document', 'birthday', 'tags', 'city', 'notes', null],
        ...{ country: 'BR', dateOrder: 'dmy', decimal: ',' },
      },
    })
  })

  test('are recognized by their values where they have no names', async () => {
    const { header, mapping, rows } = (
      await me.upload('Ana Souza,11 98888-7777,ana@example.test\nBia Lima,11 97777-6666,bia@example.test\n')
    ).json()
    expect([header, mapping.columns, rows]).toEqual([false, ['name', 'phone', 'email'], 2])
  })

  test('say by what they were recognized, names in reverse order too', async () => {
    const file = 'Cliente;Contato 1;x\n"Souza, Ana";11 98888-7777;1\n"Lima, Bia";11 97777-6666;2\n'
    expect((await me.upload(file)).json().suggestions).toEqual([
      { column: 'name_reversed', by: 'heading' },
      { column: 'phone', by: 'values' },
      { column: null, by: null },
    ])
    const done = await me.run(file)
    expect((await all()).map(({ name }) => name)).toEqual(['Ana Souza', 'Bia Lima'])
    const fixed = (await me.browser.get(`/api/v1/imports/${done.id}/rows?phone=fixed`)).json().data
    expect(fixed.map(({ phone }: { phone: string }) => phone)).toEqual(['+5511988887777', '+5511977776666'])
  })

  test('have each a name of its own, though the file has it twice', async () => {
    const { columns, mapping } = (await me.upload('Telefone,Telefone,Nome\n11 98888-7777,11 3030-2020,A\n')).json()
    expect(columns).toEqual(['Telefone', 'Telefone (2)', 'Nome'])
    expect(mapping.columns).toEqual(['phone', 'other_phone', 'name'])
  })

  test('can be 255, and not more', async () => {
    const wide = (n: number) =>
      `${['phone', ...Array.from({ length: n - 1 }, (_, i) => `c${i}`)].join(',')}\n+5511988887777\n`
    expect((await me.upload(wide(255))).json().columns).toHaveLength(255)
    expect((await me.upload(wide(256))).json().errors).toMatchObject([{ path: 'file', code: 'too_many_columns' }])
  })

  test('one of them identifies people, and no field stands for two', async () => {
    const { id } = (await me.upload('a,b\nx,y\n')).json()
    const codes = async (columns: unknown[]) =>
      (await me.browser.put(`/api/v1/imports/${id}/mapping`, { columns }))
        .json()
        .errors.map(({ code }: { code: string }) => code)
    expect(await codes(['name', null])).toEqual(['column_key_missing'])
    expect(await codes(['phone', 'phone'])).toEqual(['column_twice'])
    expect(await codes(['phone', 'attributes.nothing'])).toEqual(['not_found'])
    expect(await codes(['phone'])).toEqual(['invalid'])
  })
})

describe('a file that cannot be read', () => {
  test.each([
    ['with a heading alone', 'nome,telefone\n', 'file_empty'],
    ['without anything', '', 'file_empty'],
    ['that Excel wrote long ago, or locked', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]), 'file_old_or_locked'],
    ['that ends in the middle of a workbook', Buffer.from('PK\u0003\u0004 and nothing more'), 'file_broken'],
  ])('%s is refused in words, and nothing of it kept', async (_, content, code) => {
    const answer = await me.upload(content)
    expect([answer.statusCode, answer.json().errors[0].code]).toEqual([422, code])
    expect((await me.browser.get('/api/v1/imports')).json().data).toEqual([])
  })

  test('a picture is refused', async () => {
    expect((await me.upload(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'a.png')).json().code).toBe(
      'file_type_refused',
    )
  })
})

test('1,000 rows, 10 of them bad and 30 doubled in four ways, come to what was said beforehand and can be undone', async () => {
  const phone = (n: number) => `119${String(80_000_000 + n)}`
  const cpf = ['529.982.247-25', '111.444.777-35']
  const fresh = Array.from({ length: 940 }, (_, n) => [`Person ${n}`, phone(n), `p${n}@example.test`, `id-${n}`, ''])
  const known = await Promise.all([
    ...Array.from({ length: 10 }, (_, n) =>
      add({ name: null, phone: `55${phone(5000 + n)}`, email: `old${n}@example.test` }),
    ),
    ...Array.from({ length: 10 }, (_, n) => add({ name: `Kept ${n}`, phone: `55${phone(6000 + n)}` })),
  ])
  const updates = Array.from({ length: 10 }, (_, n) => [`Named ${n}`, phone(5000 + n), '', '', ''])
  const unchanged = Array.from({ length: 10 }, (_, n) => [`Other ${n}`, phone(6000 + n), '', '', ''])
  const bad = [
    ...[
      ['B1', '123', '', '', ''],
      ['B2', '5,5119E+12', '', '', ''],
      ['B3', '', 'nowhere', '', ''],
    ],
    ...[
      ['B4', '', '', '', '123.456.789-00'],
      ['B5', '', '', '', ''],
      ['B6', 'abc', '', '', ''],
    ],
    ...[
      ['B7', '', 'a@b', '', ''],
      ['B8', '99', '', '', ''],
      ['B9', '', '@', '', ''],
      ['B10', '+', '', '', ''],
    ],
  ]
  const doubled = [
    ...Array.from({ length: 10 }, (_, n) => [
      `Same phone ${n}`,
      `+55 (11) 9${phone(n).slice(3, 7)}-${phone(n).slice(7)}`,
      '',
      '',
      '',
    ]),
    ...Array.from({ length: 10 }, (_, n) => [`Same mail ${n}`, '', `P${n + 10}@Example.test`, '', '']),
    ...Array.from({ length: 8 }, (_, n) => [`Same id ${n}`, '', '', `id-${n + 20}`, '']),
    ...cpf.map((document) => [`Same document`, '', '', '', document.replace(/\D/g, '')]),
  ]
  for (const [n, document] of cpf.entries()) (fresh[30 + n] as string[])[4] = document
  const rows = [...fresh, ...updates, ...unchanged, ...bad, ...doubled]
  expect(rows).toHaveLength(1000)
  const file = ['nome;telefone;email;código;cpf', ...rows.map((row) => row.join(';'))].join('\r\n')

  const expected = { created: 940, updated: 10, unchanged: 10, skipped: 30, failed: 10 }
  const checked = await me.check(file, { rules: { onDuplicate: 'first' } })
  expect(checked).toMatchObject({ state: 'ready', rows: 1000, counts: expected })
  expect(checked.reasons).toEqual(
    expect.arrayContaining([
      { action: 'skipped', code: 'duplicate_in_file', field: null, count: 30 },
      { action: 'failed', code: 'phone_invalid', field: 'phone', count: 4 },
      { action: 'failed', code: 'phone_scientific', field: 'phone', count: 1 },
      { action: 'failed', code: 'no_key', field: null, count: 1 },
    ]),
  )
  expect(await all(), 'the check writes nothing').toHaveLength(20)

  await me.step(checked.id, 'start')
  await drainImports(server.deps)
  const done = await me.read(checked.id)
  expect(done).toMatchObject({ state: 'completed_with_errors', counts: expected })
  expect(sum(done)).toBe(done.rows)
  expect(await all()).toHaveLength(960)
  expect(await named('Person 3')).toMatchObject({ phone: '5511980000003', email: 'p3@example.test', source: 'import' })
  expect((await all()).filter(({ name }) => name?.startsWith('Named'))).toHaveLength(10)

  // Some of them are changed in the meantime.
  const [touched, changed] = [await named('Person 5'), await named('Person 6')]
  await db()
    .update(contacts)
    .set({ name: 'Renamed', version: 2 })
    .where(eq(contacts.id, touched?.id ?? ''))
  await createConversation(server.deps, me.company.id, { contactId: changed?.id ?? '' })
  await db()
    .update(contacts)
    .set({ name: 'By hand', version: 3 })
    .where(eq(contacts.id, known[0] ?? ''))
  const undone = await me.undo(done.id)
  expect(undone).toMatchObject({ state: 'reverted', reverted: { deleted: 938, restored: 9, kept: 3 } })
  expect(
    (await all())
      .map(({ name }) => name)
      .filter((name) => name !== null)
      .sort(),
  ).toEqual(['Bia', 'By hand', 'Person 6', 'Renamed', ...Array.from({ length: 10 }, (_, n) => `Kept ${n}`)].sort())
})

describe('phones', () => {
  test.each([
    ['11 98888-7777', '5511988887777'],
    ['(011) 98888-7777', '5511988887777'],
    ['+55 11 98888 7777', '5511988887777'],
    ['5511988887777', '5511988887777'],
    ['5.511988887777E+12', '5511988887777'],
    ['5,511988887777E+12', '5511988887777'],
    ['11 8888-7777', '5511988887777'],
    ['11 3025-2598', '551130252598'],
    ['+1 415 555 2671', '14155552671'],
    ["'+5511988887777", '5511988887777'],
  ])('%s is %s', async (typed, kept) => {
    await me.run(`nome;telefone\nX;${typed}\n`)
    expect((await all()).map(({ phone }) => phone)).toEqual([kept])
  })

  test('a landline and a mobile that share eight digits are two people', async () => {
    const done = await me.run('nome,telefone\nA,11 3025-2598\nB,11 93025-2598\n')
    expect([done.counts?.created, (await all()).length]).toEqual([2, 2])
  })
})

test.each(['utf8', 'latin1', 'utf16le'] as const)('names with accents come right from %s', async (encoding) => {
  await me.run(
    Buffer.from(`${encoding === 'utf16le' ? '\uFEFF' : ''}nome;telefone\nZoé Conceição;11988887777\n`, encoding),
  )
  expect((await all()).map(({ name }) => name)).toEqual(['Zoé Conceição'])
})

test('emoji, quotes and leading zeros come as they are', async () => {
  await me.run('nome,telefone,id\n"Zé ""Gordo"" 🍕, pizzaria",11988887777,00042\n')
  const [contact] = await all()
  const points = await db()
    .select()
    .from(contactPoints)
    .where(eq(contactPoints.contactId, contact?.id ?? ''))
  expect([contact?.name, points.map(({ value }) => value)]).toEqual(['Zé "Gordo" 🍕, pizzaria', ['00042']])
})

describe('contacts that are there already', () => {
  const file = 'nome,telefone,cidade,tags\nNew,11988887777,Recife,vip;novo\n'
  const old = { name: 'Old', phone: '5511988887777', address: { state: 'PE' } }

  test.each([
    ['fill', 'updated', 'Old', { state: 'PE', city: 'Recife' }],
    ['overwrite', 'updated', 'New', { state: 'PE', city: 'Recife' }],
    ['skip', 'skipped', 'Old', { state: 'PE' }],
  ])('%s: %s', async (onMatch, action, name, address) => {
    await add(old)
    const done = await me.run(file, { rules: { onMatch } })
    expect(done.counts).toMatchObject({ [action]: 1 })
    expect(await all()).toMatchObject([{ name, address }])
  })

  test('come out of the bin, and go back into it', async () => {
    const id = await add({ ...old, deletedAt: new Date() })
    const done = await me.run(file)
    expect([done.counts?.updated, (await all()).map((one) => one.id)]).toEqual([1, [id]])
    await me.undo(done.id)
    expect(await all()).toEqual([])
  })

  test('are left alone when they are blocked or suppressed', async () => {
    await add({ ...old, blockedAt: new Date() })
    const key = `${me.company.id} phone 5511977776666`
    await db()
      .insert(suppressions)
      .values({
        ...{ id: newId(), companyId: me.company.id, kind: 'phone', reason: 'erased' },
        hash: server.deps.sealer.sign('suppression', key),
      })
    const done = await me.run(`${file}Erased,11 97777-6666,,\n`)
    expect(done.counts).toMatchObject({ skipped: 2, created: 0 })
    expect(done.reasons.map(({ code }) => code).sort()).toEqual(['blocked', 'suppressed'])
    expect(await all()).toMatchObject([{ name: 'Old' }])
  })

  test('keep the phone of another one', async () => {
    await add({ ...old, email: 'a@example.test' })
    await add({ name: 'Other', email: 'b@example.test' })
    const done = await me.run('email,telefone\nb@example.test,11988887777\n', { rules: { match: ['email'] } })
    expect(done.reasons).toEqual([{ action: 'failed', code: 'key_taken', field: 'phone', count: 1 }])
  })
})

describe('rows about one person', () => {
  const file = 'nome,telefone\nFirst,11988887777\nLast,+5511988887777\n'
  test.each([
    ['last', 'Last', { created: 1, skipped: 1 }],
    ['first', 'First', { created: 1, skipped: 1 }],
    ['report', 'First', { created: 1, failed: 1 }],
  ])('%s', async (onDuplicate, name, counts) => {
    const done = await me.run(file, { rules: { onDuplicate } })
    expect(done.counts).toMatchObject(counts)
    expect((await all()).map((one) => one.name)).toEqual([name])
  })
})

describe('consent', () => {
  const words = async () => db().select().from(consents).where(eq(consents.companyId, me.company.id))
  const file =
    'nome,telefone,consentimento,data do aceite\nYes,11988887777,sim,01/02/2026\nNo,11977776666,não,01/02/2026\nNothing,11966665555,,\nUndated,11955554444,sim,\n'

  test('is what the file says, with where it comes from, and nothing where it says nothing', async () => {
    await me.run(file, { rules: { consent: consentRule } })
    const given = (await words()).map(({ state, source, textVersion, evidence }) => [
      state,
      source,
      textVersion,
      evidence['source'],
    ])
    expect(given.sort()).toEqual([
      ['denied', 'import', '2026-1', 'paper'],
      ['granted', 'import', '2026-1', 'paper'],
    ])
    expect((await all()).map(({ name, marketing }) => [name, marketing]).sort()).toEqual([
      ['No', 'denied'],
      ['Nothing', 'unknown'],
      ['Undated', 'unknown'],
      ['Yes', 'granted'],
    ])
  })

  test('is never invented', async () => {
    await me.run(file)
    expect(await words()).toEqual([])
  })

  test('of today was given by now, in the rules and in a column, whatever the hour', async () => {
    const now = new Date()
    const today = toWallClock(now, me.company.timezone).toISOString().slice(0, 10)
    const late = fromWallClock(new Date(`${today}T23:59:59Z`), me.company.timezone).toISOString()
    await me.run(`telefone,consentimento,data do aceite\n11988887777,sim,${today} 23:59:59\n11977776666,sim,\n`, {
      rules: { consent: { ...consentRule, at: late } },
    })
    const given = (await words()).map(({ state, at }) => [state, at.getTime() <= Date.now()])
    expect(given).toEqual([
      ['granted', true],
      ['granted', true],
    ])
  })

  test('of a day to come is an error', async () => {
    const at = new Date(Date.now() + 3 * 86_400_000).toISOString()
    const { id, reasons } = await me.check(`telefone,data do aceite\n11988887777,${at.slice(0, 10)}\n`, {
      rules: { consent: consentRule },
    })
    expect(reasons).toEqual([{ action: 'failed', code: 'date_future', field: 'consent_at', count: 1 }])
    const answer = await me.browser.put(`/api/v1/imports/${id}/mapping`, {
      rules: { consent: { ...consentRule, at } },
    })
    expect(answer.json().errors).toMatchObject([{ path: 'rules.consent.at', code: 'date_future' }])
  })

  test('ends no word of the person, and goes with an undo', async () => {
    const contactId = await add({ phone: '5511988887777', name: 'Yes', marketing: 'denied' })
    const at = new Date('2025-01-01')
    await db().insert(consents).values({
      companyId: me.company.id,
      id: newId(),
      contactId,
      purpose: 'marketing',
      state: 'denied',
      source: 'keyword',
      at,
    })
    const done = await me.run(file, { rules: { consent: consentRule } })
    expect((await named('Yes'))?.marketing).toBe('denied')
    await me.undo(done.id)
    expect((await words()).map(({ source }) => source)).toEqual(['keyword'])
  })
})

describe('what every row gets', () => {
  test('tags, a list and an owner, and an undo takes them back', async () => {
    const listId = newId()
    await db().insert(contactLists).values({ id: listId, companyId: me.company.id, name: 'Fair' })
    const known = await add({ phone: '5511988887777', name: 'A' })
    const done = await me.run('telefone\n11988887777\n11977776666\n', { tags: ['fair'], listId, ownerId: me.user.id })
    expect(done.counts).toMatchObject({ created: 1, updated: 1 })
    expect((await all()).map(({ ownerId, tagIds }) => [ownerId, tagIds.length])).toEqual([
      [me.user.id, 1],
      [me.user.id, 1],
    ])
    const members = () => db().select().from(contactListMembers).where(eq(contactListMembers.listId, listId))
    expect(await members()).toHaveLength(2)
    await me.undo(done.id)
    expect(await all()).toMatchObject([{ id: known, ownerId: null, tagIds: [] }])
    expect(await members()).toEqual([])
  })

  test('a list that is deleted meanwhile stops the import where it is', async () => {
    const listId = newId()
    await db().insert(contactLists).values({ id: listId, companyId: me.company.id, name: 'Fair' })
    const { id } = await me.check('telefone\n11988887777\n', { listId })
    await me.step(id, 'start')
    await db().delete(contactLists).where(eq(contactLists.id, listId))
    await drainImports(server.deps)
    expect(await me.read(id)).toMatchObject({ state: 'failed', error: 'list_gone', counts: { skipped: 1, created: 0 } })
    expect(await all()).toEqual([])
  })
})

describe("the company's own fields", () => {
  const field = (key: string, type: typeof contactAttributes.$inferInsert.type, more = {}) =>
    db()
      .insert(contactAttributes)
      .values({ id: newId(), companyId: me.company.id, key, type, label: { en: key, pt: key }, ...more })

  test('take their types from the texts of a file', async () => {
    await field('size', 'select', { options: ['P', 'M'] })
    await field('score', 'number')
    await field('since', 'date')
    await field('vip', 'boolean')
    await me.run('telefone;size;score;since;vip\n11988887777;m;1.234,5;31/12/2025;sim\n')
    expect(await all()).toMatchObject([{ attributes: { size: 'M', score: 1234.5, since: '2025-12-31', vip: true } }])
    const done = await me.run(
      'telefone;size;score;since;vip\n11977776666;G;1;;\n11966665555;;abc;;\n11955554444;;;31/31/2025;\n11944443333;;;;talvez\n',
    )
    expect(done.reasons.map(({ code, field: at }) => `${at} ${code}`).sort()).toEqual([
      'attributes.score number_invalid',
      'attributes.since date_invalid',
      'attributes.size option_unknown',
      'attributes.vip boolean_invalid',
    ])
  })

  test('take several options of one cell, whatever is between them', async () => {
    await field('likes', 'multi_select', { options: ['Bikes', 'Parts', 'Tours, guided'] })
    await me.run(
      'nome,telefone,likes\nA,11 98888-7777,"bikes, Parts"\nB,11 97777-6666,Parts | Bikes\nC,11 96666-5555,"Bikes;Tours, guided"\nD,11 95555-4444,"Bikes, Cars"\n',
    )
    const likes = new Map((await all()).map(({ name, attributes }) => [name, attributes['likes']]))
    expect([...likes]).toEqual([
      ['A', ['Bikes', 'Parts']],
      ['B', ['Parts', 'Bikes']],
      ['C', ['Bikes', 'Tours, guided']],
    ])
  })
})

describe('the files that come back', () => {
  test('have the rows with errors as they came, so that they can be mended and uploaded again', async () => {
    const done = await me.run('nome;telefone\nGood;11988887777\nBad;123\n=HYPERLINK(1);456\n')
    const file = await me.browser.get(`/api/v1/imports/${done.id}/file?rows=errors&language=pt`)
    expect(file.headers['content-disposition']).toContain('contacts-errors.csv')
    expect(parseCsv(file.body)).toEqual([
      ['nome', 'telefone', '_error_code', '_error'],
      ['Bad', '123', 'phone_invalid', 'Não é um telefone'],
      ["'=HYPERLINK(1)", '456', 'phone_invalid', 'Não é um telefone'],
    ])
    const again = (await me.upload(file.body.replace('123', '11977776666'))).json()
    expect(again.mapping.columns).toEqual(['name', 'phone', null, null])
  })

  test('name everything that is wrong with a row, which counts once', async () => {
    const done = await me.run('nome;telefone;email\nGood;11988887777;\nBad;123;no-mail\n')
    expect(done.counts).toMatchObject({ created: 1, failed: 1 })
    expect(done.reasons).toEqual([{ action: 'failed', code: 'phone_invalid', field: 'phone', count: 1 }])
    const { data } = (await me.browser.get(`/api/v1/imports/${done.id}/rows?action=failed`)).json()
    expect(data[0].problems).toEqual([
      { code: 'phone_invalid', field: 'phone' },
      { code: 'email_invalid', field: 'email' },
    ])
    const fileOf = async (rows: string) =>
      parseCsv((await me.browser.get(`/api/v1/imports/${done.id}/file?rows=${rows}`)).body).at(-1)
    const end = ['phone_invalid; email_invalid', 'telefone: Not a phone number; email: Not an email address']
    expect(await fileOf('errors')).toEqual(['Bad', '123', 'no-mail', ...end])
    expect(await fileOf('all')).toEqual(['Bad', '123', 'no-mail', 'error', ...end])
  })

  test('say of each row what becomes of it', async () => {
    const { id } = await me.check('nome;telefone\nGood;11988887777\nBad;123\n')
    const rows = parseCsv((await me.browser.get(`/api/v1/imports/${id}/file?rows=all`)).body)
    expect(rows.map((row) => row.slice(2))).toEqual([
      ['_action', '_error_code', '_error'],
      ['created', '', ''],
      ['error', 'phone_invalid', 'Not a phone number'],
    ])
    const listed = (await me.browser.get(`/api/v1/imports/${id}/rows?limit=1`)).json()
    expect(listed).toMatchObject({
      data: [{ row: 1, action: 'created', phone: '+5511988887777', cells: ['Good', '11988887777'] }],
      page: { has_more: true },
    })
    const next = (await me.browser.get(`/api/v1/imports/${id}/rows?cursor=${listed.page.next}`)).json()
    expect(next.data).toMatchObject([
      { row: 2, action: 'failed', code: 'phone_invalid', field: 'phone', cells: ['Bad', '123'] },
    ])
  })
})

describe('people who may not see personal data', () => {
  test('import nothing and read no import, as its rows say who is there already', async () => {
    const file = 'nome;telefone\nAna;11988887777\n'
    const { id } = await me.check(file)
    const other = await createImporter(server, { role: 'member', grants: ['contacts.import'] }, me.company)
    const answers = [
      await other.upload(file),
      ...(await Promise.all(['', '/rows', '/file'].map((path) => other.browser.get(`/api/v1/imports/${id}${path}`)))),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
    const full = await createImporter(
      server,
      { role: 'member', grants: ['contacts.import', 'contacts.pii'] },
      me.company,
    )
    expect((await full.check(file)).counts).toMatchObject({ created: 1 })
  })
})

describe('the way of an import', () => {
  const file = 'nome;telefone\nA;11988887777\n'

  test('choices that someone else saved in the meantime are not overwritten', async () => {
    const { id, version } = (await me.upload(file)).json()
    const save = (decimal: string) => me.browser.put(`/api/v1/imports/${id}/mapping`, { decimal, version })
    expect((await save('.')).statusCode).toBe(200)
    const late = await save(',')
    expect([late.statusCode, late.json().code]).toEqual([409, 'conflict'])
    expect((await me.read(id)).mapping.decimal).toBe('.')
  })

  test('the same file again is pointed out', async () => {
    const first = await me.run(file)
    const { sameFile, id } = (await me.upload(file)).json()
    expect(sameFile.id).toBe(first.id)
    expect((await me.browser.get('/api/v1/imports')).json().data.map((one: { id: string }) => one.id)).toEqual([
      id,
      first.id,
    ])
  })

  test('steps that are not next are refused', async () => {
    const { id } = (await me.upload(file)).json()
    expect((await me.step(id, 'start')).json().code).toBe('state_invalid')
    expect((await me.step(id, 'revert')).json().code).toBe('state_invalid')
    await me.step(id, 'cancellation')
    expect((await me.read(id)).state).toBe('canceled')
    expect((await me.step(id, 'dry-run')).json().code).toBe('state_invalid')
  })

  const failCheck = async () => {
    const { id } = (await me.upload(file)).json()
    await me.step(id, 'dry-run')
    await db().execute(
      sql`update contact_imports set state = 'failed', error = 'internal', finished_at = now() where id = ${id}`,
    )
    return id as string
  }

  test('a check that failed can be repeated', async () => {
    const id = await failCheck()
    expect((await me.step(id, 'dry-run')).statusCode).toBe(202)
    await drainImports(server.deps)
    expect(await me.read(id)).toMatchObject({ state: 'ready', error: null, finishedAt: null, counts: { created: 1 } })
  })

  test('a file whose check failed can be read another way', async () => {
    const id = await failCheck()
    const again = await me.browser.put(`/api/v1/imports/${id}/reading`, { header: false })
    expect(again.json()).toMatchObject({ state: 'uploaded', error: null, rows: 2 })
  })

  test.each(['failed', 'checked'])('one that is discarded (%s) keeps nothing of its file', async (state) => {
    const id = state === 'failed' ? await failCheck() : (await me.check(file)).id
    const stored = await db().select().from(files).where(eq(files.ownerId, id))
    expect(stored).toHaveLength(2)
    expect((await me.step(id, 'cancellation')).json()).toMatchObject({ state: 'canceled', preview: [], error: null })
    expect((await me.browser.get(`/api/v1/imports/${id}/rows`)).json().data).toEqual([])
    expect(
      await db()
        .select()
        .from(files)
        .where(and(eq(files.ownerId, id), isNull(files.deletedAt))),
    ).toEqual([])
  })

  test('rows are found by the field that they are refused for', async () => {
    const { id } = await me.check('nome;telefone;telefone 2\nA;123;\nB;11988887777;456\n', {
      columns: ['name', 'phone', 'other_phone'],
    })
    const rows = (await me.browser.get(`/api/v1/imports/${id}/rows?code=phone_invalid&field=other_phone`)).json().data
    expect(rows.map(({ row }: { row: number }) => row)).toEqual([2])
  })

  test('a cancelled one keeps what it has, and its counts add up', async () => {
    const { id } = await me.check(file)
    await me.step(id, 'start')
    await me.step(id, 'cancellation')
    const canceled = await me.read(id)
    expect(canceled).toMatchObject({
      state: 'canceled',
      counts: { skipped: 1 },
      reasons: [{ code: 'canceled', count: 1 }],
    })
    expect(await all()).toEqual([])
  })

  test('of two at once the second waits, and both come to their ends', async () => {
    const [one, other] = [await me.check(file), await me.check('telefone\n11977776666\n')]
    await me.step(one.id, 'start')
    const second = (await me.step(other.id, 'start')).json()
    expect(second.waits).toBe(true)
    await drainImports(server.deps)
    expect([(await me.read(one.id)).state, (await me.read(other.id)).state]).toEqual(['completed', 'completed'])
  })

  test('cannot be undone after seven days', async () => {
    const done = await me.run(file)
    await db().execute(sql`update contact_imports set finished_at = now() - interval '8 days' where id = ${done.id}`)
    const late = await me.step(done.id, 'revert')
    expect(late.json().code).toBe('state_invalid')
  })

  test('ends when whoever asked for it has left', async () => {
    const { id } = await me.check(file)
    await me.step(id, 'start')
    await db().execute(sql`delete from company_members where company_id = ${me.company.id}`)
    await drainImports(server.deps)
    const { rows } = await db().execute(sql`select state, error from contact_imports where id = ${id}`)
    expect(rows).toEqual([{ state: 'failed', error: 'forbidden' }])
  })
})
