import { crc32, deflateRawSync } from 'node:zlib'

type Part = { name: string; content: string | Buffer /** What the zip says that it unpacks to. */; claimed?: number }

const entry = ({ name, content, claimed }: Part) => {
  const bytes = Buffer.from(content)
  const packed = deflateRawSync(bytes, { level: 9 })
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt16LE(8, 4)
  head.writeUInt32LE(crc32(bytes), 10)
  head.writeUInt32LE(packed.length, 14)
  head.writeUInt32LE(claimed ?? bytes.length, 18)
  head.writeUInt16LE(name.length, 22)
  return { name: Buffer.from(name), head, packed }
}

const mark = (bytes: number) => {
  const buffer = Buffer.alloc(4)
  buffer.writeUInt32LE(bytes)
  return buffer
}

/** A zip of some parts, made by hand so that it can also be one that lies. */
export const zipOf = (parts: readonly Part[]): Buffer => {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, head, packed } of parts.map(entry)) {
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    central.push(mark(0x02014b50), Buffer.from([20, 0]), head, place, name)
    const whole = Buffer.concat([mark(0x04034b50), head, name, packed])
    local.push(whole)
    offset += whole.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, directory, mark(0x06054b50), end])
}

const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`

export type Workbook = {
  /** The `<row>` elements of each sheet, by its name. */
  sheets: Record<string, string>
  /** The `<si>` elements of texts that sheets share. */
  shared?: string
  /** The `<numFmts>` and `<cellXfs>` of cells. */
  styles?: string
  /** Days are counted from 1904, as in Excel for the Mac long ago. */
  from1904?: boolean
  /** Further parts, such as what programs say of themselves. */
  more?: readonly Part[]
}

/** The parts of a workbook. */
export const workbookParts = ({ sheets, shared, styles, from1904 = false, more = [] }: Workbook): Part[] => {
  const names = Object.keys(sheets)
  const list = names.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')
  const links = names.map(
    (_, n) => `<Relationship Id="rId${n + 1}" Type="${office}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  )
  if (shared) links.push(`<Relationship Id="rIdS" Type="${office}/sharedStrings" Target="sharedStrings.xml"/>`)
  if (styles) links.push(`<Relationship Id="rIdT" Type="${office}/styles" Target="styles.xml"/>`)
  return [
    {
      name: '[Content_Types].xml',
      content: xml(
        `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`,
      ),
    },
    {
      name: '_rels/.rels',
      content: xml(
        `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      content: xml(
        `<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><workbookPr${from1904 ? ' date1904="1"' : ''}/><sheets>${list}</sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: xml(`<Relationships xmlns="${packages}/relationships">${links.join('')}</Relationships>`),
    },
    ...names.map((name, n) => ({
      name: `xl/worksheets/sheet${n + 1}.xml`,
      content: xml(`<worksheet xmlns="${spreadsheet}"><sheetData>${sheets[name]}</sheetData></worksheet>`),
    })),
    ...(shared ? [{ name: 'xl/sharedStrings.xml', content: xml(`<sst xmlns="${spreadsheet}">${shared}</sst>`) }] : []),
    ...(styles
      ? [{ name: 'xl/styles.xml', content: xml(`<styleSheet xmlns="${spreadsheet}">${styles}</styleSheet>`) }]
      : []),
    ...more,
  ]
}

/** A workbook as a file. */
export const workbookOf = (workbook: Workbook): Buffer => zipOf(workbookParts(workbook))
