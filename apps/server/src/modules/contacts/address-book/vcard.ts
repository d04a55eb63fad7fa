import type { Cell } from '#server/lib/spreadsheet.ts'

const escaped = (cell: Cell | undefined): string =>
  String(cell ?? '')
    .replace(/([\\,;])/g, '\\$1')
    .replace(/\r\n?|\n/g, '\\n')

const MOST_BYTES = 74

/** Lines of at most 75 bytes; continuation lines begin with a space (RFC 6350, 3.2). Characters stay whole. */
const folded = (line: string): string => {
  let text = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > MOST_BYTES) {
      text += '\r\n '
      bytes = 1
    }
    text += character
    bytes += size
  }
  return text
}

/** A contact as a card of version 3, which phones and mail programs read. */
export const vcardOf = (cells: Readonly<Record<string, Cell>>): string => {
  const of = (name: string, ...keys: string[]) => {
    const values = keys.map((key) => escaped(cells[key]))
    return values.some(Boolean) ? [`${name}:${values.join(';')}`] : []
  }
  const each = (name: string, key: string) =>
    String(cells[key] ?? '')
      .split('; ')
      .flatMap((value) => (value ? [`${name}:${escaped(value)}`] : []))
  const categories = String(cells['tags'] ?? '')
    .split('; ')
    .filter(Boolean)
    .map(escaped)
    .join(',')
  return [
    ...['BEGIN:VCARD', 'VERSION:3.0'],
    ...[`FN:${escaped(cells['name'])}`, `N:;${escaped(cells['name'])};;;`],
    ...of('TEL;TYPE=CELL', 'phone'),
    ...['phone_2', 'phone_3'].flatMap((key) => of('TEL', key)),
    ...of('EMAIL', 'email'),
    ...each('EMAIL', 'other_emails'),
    ...of('ORG', 'organization'),
    ...of('TITLE', 'job_title'),
    ...of('BDAY', 'birthday'),
    ...(['street', 'city', 'address_state', 'postal_code', 'country'].some((key) => cells[key])
      ? [
          `ADR:;;${['street', 'city', 'address_state', 'postal_code', 'country'].map((key) => escaped(cells[key])).join(';')}`,
        ]
      : []),
    ...(categories ? [`CATEGORIES:${categories}`] : []),
    ...of('NOTE', 'notes'),
    'END:VCARD',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')
}
