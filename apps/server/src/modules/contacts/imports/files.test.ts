import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { importLimits } from '@recado/contracts/contacts/imports'
import { dailyQuotas } from '@recado/contracts/shared/quotas'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { readFile } from '#server/lib/table-files/read-file.ts'
import { drainImports } from '#server/modules/contacts/imports/importer.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createImporter, formWith } from '#server/test/contact-files.ts'
import { workbookOf, workbookParts, zipOf } from '#server/test/workbook.ts'

// Files as spreadsheets write them, and files that are made to do harm, through the API.

let server: TestApp
let me: Awaited<ReturnType<typeof createImporter>>
beforeAll(async () => {
  server = await buildTestApp()
})
beforeEach(async () => {
  me = await createImporter(server)
})
afterAll(() => server.close())

const people = async () =>
  (
    await server.deps.database.db
      .select()
      .from(contacts)
      .where(eq(contacts.companyId, me.company.id))
      .orderBy(contacts.phone)
  ).map(({ name, phone, birthday, address }) => [name, phone, birthday, address?.city ?? null])

const zoe = ['Zoé & Cia <3', '5511988887777', '1990-05-21', 'São Paulo']
const ana = ['Ana Souza', '5521977776666', null, 'Niterói']

const styles =
  '<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs>'

const excel = workbookOf({
  styles,
  shared:
    '<si><t>Nome</t></si><si><t>Celular</t></si><si><t>Nascimento</t></si><si><t>Cidade</t></si><si><r><t xml:space="preserve">Zoé </t></r><r><rPr><b/></rPr><t>&amp; Cia &lt;3</t></r></si><si><t>São Paulo</t></si><si><t>Ana Souza</t></si><si><t>Niterói</t></si>',
  sheets: {
    Clientes:
      '<row r="1" spans="1:4"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c></row><row r="2" spans="1:4"><c r="A2" t="s"><v>4</v></c><c r="B2"><v>5511988887777</v></c><c r="C2" s="1"><v>33014</v></c><c r="D2" t="s"><v>5</v></c></row><row r="4" spans="1:4"><c r="A4" t="s"><v>6</v></c><c r="B4"><v>5.521977776666E12</v></c><c r="D4" t="s"><v>7</v></c></row>',
    Plan2: '',
  },
  more: [{ name: 'docProps/app.xml', content: '<Properties><Application>Microsoft Excel</Application></Properties>' }],
})

const oldMac = workbookOf({
  styles,
  from1904: true,
  sheets: {
    Plan1: '',
    Clientes:
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Nome</t></is></c><c r="B1" t="inlineStr"><is><t>Celular</t></is></c><c r="C1" t="inlineStr"><is><t>Nascimento</t></is></c><c r="D1" t="inlineStr"><is><t>Cidade</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Zoé &amp; Cia &lt;3</t></is></c><c r="B2" t="inlineStr"><is><t>(11) 98888-7777</t></is></c><c r="C2" s="1"><v>31552</v></c><c r="D2" t="inlineStr"><is><t>São Paulo</t></is></c></row><row r="3"><c r="A3" t="inlineStr"><is><t>Ana Souza</t></is></c><c r="B3"><v>21977776666</v></c><c r="D3" t="inlineStr"><is><t>Niterói</t></is></c></row>',
  },
})

const written = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url))

/** As Google Sheets writes workbooks: whole numbers with a fraction, upper-case months, and nothing on the program. */
const googleSheets = workbookOf({
  styles:
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="d/M/yyyy"/><numFmt numFmtId="165" formatCode="&quot;+&quot;0"/></numFmts><fonts count="2"><font><sz val="10.0"/><color rgb="FF000000"/><name val="Arial"/><scheme val="minor"/></font><font><color theme="1"/><name val="Arial"/></font></fonts><cellStyleXfs count="1"><xf borderId="0" fillId="0" fontId="0" numFmtId="0" applyAlignment="1" applyFont="1"/></cellStyleXfs><cellXfs count="4"><xf borderId="0" fillId="0" fontId="0" numFmtId="0" xfId="0" applyAlignment="1" applyFont="1"><alignment readingOrder="0" shrinkToFit="0" vertical="bottom" wrapText="0"/></xf><xf borderId="0" fillId="0" fontId="1" numFmtId="0" xfId="0" applyAlignment="1" applyFont="1"><alignment readingOrder="0"/></xf><xf borderId="0" fillId="0" fontId="1" numFmtId="164" xfId="0" applyFont="1" applyNumberFormat="1"/><xf borderId="0" fillId="0" fontId="1" numFmtId="165" xfId="0" applyFont="1" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle xfId="0" name="Normal" builtinId="0"/></cellStyles>',
  shared:
    '<si><t>Nome</t></si><si><t>Celular</t></si><si><t>Nascimento</t></si><si><t>Cidade</t></si><si><t>Zoé &amp; Cia &lt;3</t></si><si><t>São Paulo</t></si><si><t>Ana Souza</t></si><si><t>Niterói</t></si>',
  sheets: {
    'P&#225;gina1':
      '<row r="1"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="1" t="s"><v>1</v></c><c r="C1" s="1" t="s"><v>2</v></c><c r="D1" s="1" t="s"><v>3</v></c></row><row r="2" ht="15.75" customHeight="1"><c r="A2" s="1" t="s"><v>4</v></c><c r="B2" s="3"><v>5.511988887777E12</v></c><c r="C2" s="2"><v>33014.0</v></c><c r="D2" s="1" t="s"><v>5</v></c></row><row r="3"><c r="A3" s="1" t="str"><f>CONCATENATE("Ana ","Souza")</f><v>Ana Souza</v></c><c r="B3" s="1"><v>5.521977776666E12</v></c><c r="C3" s="2"/><c r="D3" s="1" t="s"><v>7</v></c></row><row r="4"><c r="A4" s="1"/></row>',
  },
  more: [
    {
      name: 'xl/drawings/drawing1.xml',
      content: '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>',
    },
  ],
})

describe('workbooks', () => {
  test.each([
    ['Excel', excel],
    ['Excel for the Mac with days from 1904, behind an empty sheet', oldMac],
    ['LibreOffice', written('libreoffice.xlsx')],
    ['Google Sheets', googleSheets],
  ])('of %s come in as they are shown', async (_, file) => {
    const done = await me.run(file)
    expect(done).toMatchObject({ state: 'completed', format: 'xlsx', counts: { created: 2, failed: 0 } })
    expect(await people()).toEqual([zoe, ana])
  })

  test('are read from the sheet that is chosen', async () => {
    const row = (name: string, phone: string) =>
      `<row r="1"><c r="A1" t="inlineStr"><is><t>${name}</t></is></c><c r="B1" t="inlineStr"><is><t>${phone}</t></is></c></row>`
    const file = workbookOf({ sheets: { One: row('Ana Lima', '11988887777'), Two: row('Bia Reis', '11977776666') } })
    const { id, sheets, sheet } = (await me.upload(file)).json()
    expect([sheets, sheet]).toEqual([['One', 'Two'], 'One'])
    const again = (await me.browser.put(`/api/v1/imports/${id}/reading`, { sheet: 'Two' })).json()
    expect([again.sheet, again.preview]).toEqual(['Two', [['Bia Reis', '11977776666']]])
  })
})

const table =
  'Nome;Celular;Nascimento;Cidade\n"Zoé & Cia <3";11 98888-7777;21/05/1990;São Paulo\nAna Souza;21 97777-6666;;Niterói\n'
const separated = (by: string) => table.replaceAll(';', by)

describe('tables as text', () => {
  test.each([
    ['commas in UTF-8', Buffer.from(separated(','))],
    ['semicolons in Windows-1252', Buffer.from(table, 'latin1')],
    ['tabs in UTF-16, as Excel writes “Unicode text”', Buffer.from(`\uFEFF${separated('\t')}`, 'utf16le')],
    ['commas in UTF-16 with the high byte first', Buffer.from(`\uFEFF${separated(',')}`, 'utf16le').swap16()],
    ['a line that names its separator', Buffer.from(`\uFEFFsep=|\r\n${separated('|').replaceAll('\n', '\r\n')}`)],
    ['semicolons in Windows-1252, as LibreOffice writes them', written('libreoffice.csv')],
    ['carriage returns alone', Buffer.from(table.replaceAll('\n', '\r'))],
  ])('with %s come in right', async (_, file) => {
    const done = await me.run(file)
    expect(done.counts).toMatchObject({ created: 2, failed: 0 })
    expect(await people()).toEqual([zoe, ana])
  })

  test('may have line breaks, quotes and separators within quotes, wherever the file is cut into pieces', async () => {
    const name = (n: number) => `Loja "${n}"; filial\r\nCentro ${'é'.repeat(n % 40)}`
    const rows = Array.from({ length: 3000 }, (_, n) => `"${name(n).replaceAll('"', '""')}";119${80_000_000 + n}`)
    const { id, rows: count } = (await me.upload(`nome;telefone\r\n${rows.join('\r\n')}`)).json()
    expect(count).toBe(3000)
    await me.browser.put(`/api/v1/imports/${id}/mapping`, {})
    const file = await me.browser.get(`/api/v1/imports/${id}`)
    expect(file.json().preview[19]).toEqual([name(19), '11980000019'])
  })

  test('begin in Portuguese, and go on in another encoding than their first kilobytes show', async () => {
    const plain = Array.from({ length: 3000 }, (_, n) => `Person ${n};119${80_000_000 + n}`).join('\n')
    const answer = await me.upload(Buffer.from(`nome;telefone\n${plain}\nZoé;11911112222\n`, 'latin1'))
    expect(answer.json()).toMatchObject({ encoding: 'windows-1252', rows: 3001 })
  })
})

describe('files made to do harm', () => {
  const refused = async (file: Buffer) => {
    const answer = await me.upload(file, 'contacts.xlsx')
    expect((await me.browser.get('/api/v1/imports')).json().data).toEqual([])
    return [answer.statusCode, answer.json().errors?.[0]?.code]
  }

  test('a workbook that says it unpacks to gigabytes is not opened', async () => {
    const parts = workbookParts({ sheets: { One: '' } }).map((part) =>
      part.name.startsWith('xl/worksheets') ? { ...part, claimed: 4_000_000_000 } : part,
    )
    expect(await refused(zipOf(parts))).toEqual([422, 'file_bomb'])
  })

  test('a workbook that repeats one long text until its rows would fill the disk is given up', async () => {
    const row = `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`
    const shared = `<si><t>${'x'.repeat(32_000)}</t></si>`
    const file = workbookOf({ shared, sheets: { One: row.repeat(100) } })
    expect(file.length).toBeLessThan(50_000)
    expect(await refused(file)).toEqual([422, 'file_bomb'])
  })

  test('an address card whose line never ends is given up', async () => {
    const card = `BEGIN:VCARD\nNOTE;ENCODING=QUOTED-PRINTABLE:${'x=\n'.repeat(5_000_000)}`
    expect(await refused(Buffer.from(card))).toEqual([422, 'file_too_complex'])
    expect(await refused(Buffer.from(`BEGIN:VCARD\nNOTE:${'x'.repeat(5_000_000)}`))).toEqual([422, 'file_too_complex'])
  })

  test('address cards that begin once and end often are read in no time', async () => {
    const notes = 'NOTE:x\n'.repeat(100_000)
    const { rows } = (await me.upload(`BEGIN:VCARD\nTEL:11988887777\n${notes}${'END:VCARD\n'.repeat(100_000)}`)).json()
    expect(rows).toBe(1)
  })

  test('a file that comes ever so slowly is not waited for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    async function* slow() {
      for (;;) {
        vi.advanceTimersByTime(60_000)
        yield Buffer.alloc(1024, 'Ana;11988887777\n')
      }
    }
    const pieces = readFile(me.company.id, () => Readable.from(slow()), {})
    await expect(pieces.next()).rejects.toMatchObject({ code: 'file_too_complex' })
    vi.useRealTimers()
  })

  test('what is read of a file counts as stored, and reading it again as an upload', async () => {
    const { id } = (await me.upload('nome;telefone\nAna;11988887777\n')).json()
    const { rows: kept } = await server.deps.database.pool.query(
      'select size from files where company_id = $1 and owner_kind <> $2 and deleted_at is null',
      [me.company.id, 'task'],
    )
    expect(kept).toHaveLength(2)
    await server.deps.database.pool.query('update quota_uses set used = $2 where subject = $1', [
      ...[`uploads person ${me.user.id}`, dailyQuotas.uploads.person],
    ])
    const again = await me.browser.put(`/api/v1/imports/${id}/reading`, { header: false })
    expect([again.statusCode, again.json().code]).toEqual([429, 'quota_exceeded'])
    expect(await me.read(id)).toMatchObject({ rows: 1, header: true })
  })

  test('is checked so many times a day by one person', async () => {
    const { id } = (await me.upload('nome;telefone\nAna;11988887777\n')).json()
    const { person } = dailyQuotas.importChecks
    await server.deps.database.pool.query('insert into quota_uses (subject, day, used) values ($1, $2, $3)', [
      ...[`importChecks person ${me.user.id}`, server.deps.now().toISOString().slice(0, 10), person - 1],
    ])
    expect((await me.step(id, 'dry-run')).statusCode).toBe(202)
    await drainImports(server.deps)
    expect((await me.step(id, 'dry-run')).json()).toMatchObject({
      ...{ code: 'quota_exceeded', data: { quota: 'importChecks', of: 'person', limit: person } },
    })
    expect((await me.read(id)).state).toBe('ready')
  })

  test('a workbook that unpacks to more than it says is given up', async () => {
    const rows = `<row r="1"><c r="A1"><v>1</v></c></row>${' '.repeat(30_000_000)}`
    const parts = workbookParts({ sheets: { One: rows } }).map((part) =>
      part.name.startsWith('xl/worksheets') ? { ...part, claimed: 500 } : part,
    )
    expect(await refused(zipOf(parts))).toEqual([422, 'file_broken'])
  })

  test('formulas come in as what they show, and run in no file that goes out', async () => {
    const cell = (at: string, formula: string, value: string) =>
      `<c r="${at}" t="str"><f>${formula}</f><v>${value}</v></c>`
    const rows = `<row r="1"><c r="A1" t="inlineStr"><is><t>Nome</t></is></c><c r="B1" t="inlineStr"><is><t>Celular</t></is></c></row><row r="2">${cell('A2', 'HYPERLINK("https://evil.test","=1+1")', '=1+1')}${cell('B2', 'CONCAT("119","1")', '123')}</row>`
    const checked = await me.check(workbookOf({ sheets: { One: rows } }))
    expect(checked.preview).toEqual([['=1+1', '123']])
    const { body } = await me.browser.get(`/api/v1/imports/${checked.id}/file?rows=errors`)
    expect(body).toContain("'=1+1")
  })

  test('a file over the limit is refused before all of it has come', async () => {
    const { payload, headers } = formWith('', 'contacts.csv')
    const [head = Buffer.alloc(0)] = [payload.subarray(0, payload.indexOf('\r\n\r\n') + 4)]
    const megabyte = Buffer.alloc(1024 * 1024, 'nome;11988887777\n')
    let sent = 0
    async function* endless() {
      yield head
      for (; sent < 2000; sent++) yield megabyte
    }
    const answer = await me.browser.send('POST', '/api/v1/imports', { payload: Readable.from(endless()), headers })
    expect([answer.statusCode, answer.json().code]).toEqual([413, 'file_too_large'])
    expect(answer.json().data).toMatchObject({ maxBytes: importLimits.bytes })
    expect(sent).toBeLessThan(200)
  })
})
