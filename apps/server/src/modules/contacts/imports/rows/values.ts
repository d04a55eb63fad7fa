import type { ImportMapping, ImportProblem } from '@recado/contracts/contacts/imports'
import { canonicalPhone, phoneDigits } from '@recado/contracts/whatsapp/phone'
import { parseTyped } from '#server/lib/typed-phone.ts'
import { fromWallClock, toWallClock } from '#server/lib/zone.ts'

/** A cell that says what its column cannot hold. */
export class BadCell extends Error {
  override name = 'BadCell'
  readonly problem: ImportProblem
  constructor(problem: ImportProblem) {
    super(problem)
    this.problem = problem
  }
}

const scientific = /^\+?(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i

/** Digits of a phone that a spreadsheet wrote as 5.511999998888E+12; none may be missing. */
const fromScientific = (cell: string): string | null => {
  const [match, lead = '', decimals = '', power = '0'] = scientific.exec(cell.replace(/\s/g, '')) ?? []
  if (match === undefined) return null
  const digits = Number(power) + 1
  const known = lead + decimals
  if (known.length < digits || digits > 15) throw new BadCell('phone_scientific')
  return known.slice(0, digits)
}

/** Numbers of Brazil whose form is plain, which need no library. */
const brazilian = /^(?:\+?55)?([1-9]\d)(9[6-9]\d{7}|[2-5]\d{7})$/

/** A phone as it is kept: canonical digits. Numbers without a plus sign are of the given country. */
export const readPhone = (cell: string, country: string): string => {
  const typed = fromScientific(cell) ?? cell
  const bare = typed.replace(/[\s().-]/g, '')
  const [match, area, subscriber] = (country === 'BR' || bare.startsWith('+') ? brazilian.exec(bare) : null) ?? []
  if (match !== undefined && !(bare.startsWith('+') && !bare.startsWith('+55'))) return `55${area}${subscriber}`
  const digits = /[A-Za-z]{2}/.test(typed) ? null : parseTyped(typed, country)
  if (digits === null) throw new BadCell('phone_invalid')
  return canonicalPhone(digits)
}

/** Whether a file writes a phone another way than it is kept. */
export const isPhoneFixed = (cell: string, phone: string): boolean => phoneDigits(cell) !== phone

const emailShape = /^[^\s@<>,;:"]{1,64}@[^\s@<>,;:"]+\.[^\s@<>,;:".]{2,}$/

export const readEmail = (cell: string): string => {
  const email = cell.normalize('NFKC').toLowerCase()
  if (email.length > 254 || !emailShape.test(email)) throw new BadCell('email_invalid')
  return email
}

const isDay = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const places = { dmy: [2, 1, 0], mdy: [2, 0, 1], ymd: [0, 1, 2] } as const

/** A day as `yyyy-mm-dd`. Years of two digits are those of people who live. */
export const readDay = (cell: string, order: ImportMapping['dateOrder'], today = new Date()): string => {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/.exec(cell)
  const other = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b/.exec(cell)
  const parts = (iso ?? other)?.slice(1).map(Number)
  if (!parts) throw new BadCell('date_invalid')
  const [y, m, d] = iso ? places.ymd : places[order === 'ymd' ? 'dmy' : order]
  const [short = 0, month = 0, day = 0] = [parts[y], parts[m], parts[d]]
  const century = short < 100 ? (2000 + short > today.getUTCFullYear() ? 1900 : 2000) : 0
  const year = century + short
  if (year < 1850 || year > 2200 || !isDay(year, month, day)) throw new BadCell('date_invalid')
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** An instant: with a zone as it says, else in that of the company; a day alone begins at its noon. */
export const readInstant = (cell: string, order: ImportMapping['dateOrder'], timezone: string): Date => {
  if (/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(cell)) {
    const at = new Date(cell)
    if (Number.isNaN(at.getTime())) throw new BadCell('date_invalid')
    return at
  }
  const day = readDay(cell, order)
  const [, hours = '12', minutes = '00', seconds = '00'] = /[T\s](\d{1,2}):(\d{2})(?::(\d{2}))?/.exec(cell) ?? []
  const wall = new Date(`${day}T${hours.padStart(2, '0')}:${minutes}:${seconds}Z`)
  if (Number.isNaN(wall.getTime())) throw new BadCell('date_invalid')
  return fromWallClock(wall, timezone)
}

/** When something was that is over: of today it was just now, as the hour is a guess. Null on a day to come. */
export const pastOf = (at: Date, { now, timezone }: { now: Date; timezone: string }): Date | null => {
  if (at <= now) return at
  const dayOf = (instant: Date) => toWallClock(instant, timezone).toISOString().slice(0, 10)
  return dayOf(at) === dayOf(now) ? now : null
}

export const readNumber = (cell: string, decimal: ImportMapping['decimal']): number => {
  const bare = cell.replace(/^(?:R\$|US\$|[$€£])|\s|%$/g, '')
  const plain = decimal === ',' ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  // A point that groups nothing is a decimal one, whatever the file was said to use: 12.5, but not 1.250.
  const text = decimal === ',' && /^-?\d+\.\d{1,2}$/.test(bare) ? bare : plain
  if (!/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) throw new BadCell('number_invalid')
  return Number(text)
}

const yes = new Set(['1', 'true', 'yes', 'y', 'sim', 's', 'verdadeiro', 'x', 'ok', 'granted', 'aceito', 'on'])
const no = new Set(['0', 'false', 'no', 'n', 'nao', 'falso', 'denied', 'recusado', 'off', '-'])

export const readBoolean = (cell: string): boolean => {
  const word = cell.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  if (yes.has(word)) return true
  if (no.has(word)) return false
  throw new BadCell('boolean_invalid')
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const paises = new Intl.DisplayNames('pt', { type: 'region', fallback: 'none' })

const letters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i))
const countries = new Map(
  letters
    .flatMap((one) => letters.map((other) => one + other))
    .flatMap((code) => {
      const names = [countryNames.of(code), paises.of(code)].flatMap((name) => (name ? [name.toLowerCase()] : []))
      return names.length === 0 ? [] : [code.toLowerCase(), ...names].map((name) => [name, code] as const)
    }),
)

/** A country as ISO 3166, by its code or its name in either language. */
export const readCountry = (cell: string): string => {
  const code = countries.get(cell.toLowerCase())
  if (code === undefined) throw new BadCell('country_unknown')
  return code
}

export const readLanguage = (cell: string): string => {
  const named: Record<string, string> = {
    portuguese: 'pt',
    português: 'pt',
    english: 'en',
    inglês: 'en',
    spanish: 'es',
    espanhol: 'es',
  }
  const code = named[cell.toLowerCase()] ?? cell
  if (!/^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/.test(code)) throw new BadCell('language_unknown')
  return code
}

export const readText = (cell: string, most: number): string => {
  if (cell.length > most) throw new BadCell('text_too_long')
  return cell
}
