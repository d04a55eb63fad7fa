import type { ErasureMode } from '@recado/contracts/contacts/privacy'
import type { Ctx } from '#server/context.ts'

export type { ErasureMode }

/** Someone who is being erased, by all that they were known by. Their contact itself is blank by then. */
export type ErasureSubject = {
  companyId: string
  mode: ErasureMode
  /** The contact, and those that were merged into it. */
  contactIds: readonly string[]
  /** Digits, in every way in which WhatsApp writes them. */
  phones: readonly string[]
  bsuids: readonly string[]
  emails: readonly string[]
  /** What they were called. */
  names: readonly string[]
}

/** How much went, by what it was. */
export type Erased = Readonly<Record<string, number>>

/**
 * What a module forgets of a person who is erased; its manifest lists it. It is called after those of the modules above,
 * outside of any transaction, again after a crash, and until no one finds anything any more: it answers how much it found.
 */
export type EraseHandler = (ctx: Ctx, subject: ErasureSubject, signal: AbortSignal) => Promise<Erased>

/** What tells a person from others wherever it stands. */
export const identifiersOf = ({ phones, bsuids, emails }: ErasureSubject): string[] => [...phones, ...bsuids, ...emails]

/** A shorter number is a part of too many others. */
const SHORTEST_PHONE = 8

const wordsOf = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Tells texts that name a person: by a phone in any notation, an e-mail address, an id, or a name of several words.
 * `anyName`: by a name of one word as well, where the text is known to be about them.
 */
export const namingOf = (
  { phones, bsuids, emails, names }: Pick<ErasureSubject, 'phones' | 'bsuids' | 'emails' | 'names'>,
  { anyName = false }: { anyName?: boolean } = {},
): ((text: string) => boolean) => {
  const called = names.map(wordsOf).filter((name) => name !== '' && (anyName || name.includes(' ')))
  const addresses = emails.map((email) => email.toLowerCase())
  const isPhone = (digits: string) => {
    const national = digits.replace(/^0+/, '')
    return national.length >= SHORTEST_PHONE && phones.some((phone) => phone.endsWith(national))
  }
  return (text) => {
    const plain = text.toLowerCase()
    if (addresses.some((address) => plain.includes(address)) || bsuids.some((id) => text.includes(id))) return true
    const numbers = text.match(/\d[\d\s().+-]*/g) ?? []
    const digits = numbers.map((number) => number.replace(/\D/g, ''))
    if (digits.some((one) => isPhone(one) || phones.some((phone) => one.includes(phone)))) return true
    const words = called.length > 0 ? ` ${wordsOf(text)} ` : ''
    return called.some((name) => words.includes(` ${name} `))
  }
}

/** What stands where a text named a person who is erased. No phone, address or name is like it. */
export const erasedText = '(erased)'

/** A JSON value with `erasedText` for each of its texts that names the person; the value itself where none does. */
export const withoutNames = <T>(value: T, names: (text: string) => boolean): T => {
  const text = JSON.stringify(value)
  const stripped = JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'string' && names(one) ? erasedText : one,
  )
  return text === stripped ? value : JSON.parse(stripped)
}

/** A pattern for `like any` for each text, taken as it is. */
export const containing = (texts: readonly string[]): string[] =>
  texts.map((text) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)

/** What names look like within JSON: one of several words wherever it stands, and others where they are a whole text. */
export const namesInJson = (names: readonly string[]): string[] =>
  names.map((name) => (name.includes(' ') ? JSON.stringify(name).slice(1, -1) : JSON.stringify(name)))
