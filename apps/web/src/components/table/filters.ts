import type { ComponentType } from 'react'
import { day } from '#web/lib/i18n/dates.ts'

export type Choice = { value: string; label: string }

/** Where one of many is chosen that are found by typing. */
export type FoundEditor = ComponentType<{ label: string; value: string; onChoose: (value: string) => void }>

/** What a list can be filtered by, and under which names of the page's address it stands. */
export type FilterField<S = Record<string, unknown>> =
  | { kind: 'choice'; name: keyof S & string; label: string; choices: readonly Choice[] }
  /** Several choices, with commas between them in the address. */
  | { kind: 'choices'; name: keyof S & string; label: string; choices: readonly Choice[] }
  /** One of more than a list holds; `text` is what the chosen one is called. */
  | { kind: 'found'; name: keyof S & string; label: string; text: string | undefined; Editor: FoundEditor }
  /** Set or not: `yes` in the address. */
  | { kind: 'flag'; name: keyof S & string; label: string }
  /** `words` names values that are not free text. */
  | { kind: 'text'; name: keyof S & string; label: string; example?: string; words?: Record<string, string> }
  /** Built in a window of its own; `text` says in words what it is. */
  | { kind: 'built'; name: keyof S & string; label: string; text: string | undefined; onOpen: () => void }
  | { kind: 'number'; name: keyof S & string; label: string; min: number; max: number }
  /** Days of which both ends count. `usual` says what the list is limited to while none is chosen. */
  | { kind: 'days'; from: keyof S & string; to: keyof S & string; label: string; usual?: string }

/** A filter that is set by an editor in its chip; a flag needs none. */
export type EditedField = Exclude<FilterField, { kind: 'flag' | 'built' }>

/** The part of an address that a filter changes; an empty text takes it out. */
export type FilterPart = Record<string, string>

/** Identifies a field within its list. */
export const keyOf = (field: FilterField): string => (field.kind === 'days' ? field.from : field.name)

const namesOf = (field: FilterField): string[] => (field.kind === 'days' ? [field.from, field.to] : [field.name])

const textOf = (values: Readonly<Record<string, unknown>>, name: string): string => {
  const value = values[name]
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** What is set of a field, in the order of its names: one text, or the two ends of a span of days. */
export const valuesOf = (field: FilterField, search: object): string[] =>
  namesOf(field).map((name) => textOf(search as Readonly<Record<string, unknown>>, name))

export const isSet = (field: FilterField, search: object): boolean =>
  valuesOf(field, search).some((value) => value !== '')

/** What takes a field out of the address. */
export const withoutFilter = (field: FilterField): FilterPart =>
  Object.fromEntries(namesOf(field).map((name) => [name, '']))

export const chosenOf = (value: string): string[] => value.split(',').filter(Boolean)

const MOST_NAMED = 2

const labelOf = (choices: readonly Choice[], value: string) =>
  choices.find((choice) => choice.value === value)?.label ?? value

/** `YYYY-MM-DD` as the person reads days, whatever their time zone. */
const dayText = (value: string, language: string) => day(`${value}T12:00:00Z`, language, 'UTC')

const spanText = (from: string, to: string, language: string): string => {
  if (from === to) return dayText(from, language)
  if (to === '') return `≥ ${dayText(from, language)}`
  if (from === '') return `≤ ${dayText(to, language)}`
  return `${dayText(from, language)} – ${dayText(to, language)}`
}

/** What a chip says after the name of its field; empty while nothing is set. */
export const filterText = (field: FilterField, search: object, language: string): string => {
  const [value = '', to = ''] = valuesOf(field, search)
  if (field.kind === 'days') return value || to ? spanText(value, to, language) : (field.usual ?? '')
  if (field.kind === 'choice') return value && labelOf(field.choices, value)
  if (field.kind === 'flag') return ''
  if (field.kind === 'found' || field.kind === 'built') return value && (field.text ?? value)
  if (field.kind === 'text') return field.words?.[value] ?? value
  if (field.kind !== 'choices') return value
  const labels = chosenOf(value).map((one) => labelOf(field.choices, one))
  const more = labels.length - MOST_NAMED
  return more > 0 ? `${labels.slice(0, MOST_NAMED).join(', ')} +${more}` : labels.join(', ')
}
