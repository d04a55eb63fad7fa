import type { ValueFormat } from '@recado/contracts/campaigns/content'

type Place = { language: string; timezone: string; currency: string }

const localeOf = (language: string) => language.replace('_', '-')

const dateOf = (text: string): Date | null => {
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T12:00:00Z`) : new Date(text)
  return Number.isNaN(day.getTime()) ? null : day
}

/** A day keeps its date wherever it is read; an instant has the date of the zone. */
const written = (text: string, { language, timezone }: Place, options: Intl.DateTimeFormatOptions): string => {
  const at = dateOf(text)
  if (at === null) return text
  const timeZone = /^\d{4}-\d\d-\d\d$/.test(text) ? 'UTC' : timezone
  return new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone }).format(at)
}

const numbered = (text: string, { language }: Place, options: Intl.NumberFormatOptions): string => {
  const value = Number(text)
  return text.trim() === '' || Number.isNaN(value)
    ? text
    : new Intl.NumberFormat(localeOf(language), options).format(value)
}

const steps: Record<ValueFormat, (text: string, place: Place) => string> = {
  trim: (text) => text.trim(),
  first_name: (text) => text.trim().split(/\s+/)[0] ?? '',
  upper: (text, { language }) => text.toLocaleUpperCase(localeOf(language)),
  lower: (text, { language }) => text.toLocaleLowerCase(localeOf(language)),
  title: (text, { language }) =>
    text.replace(
      /\p{L}[\p{L}\p{M}]*/gu,
      (word) =>
        word.slice(0, 1).toLocaleUpperCase(localeOf(language)) + word.slice(1).toLocaleLowerCase(localeOf(language)),
    ),
  date: (text, place) => written(text, place, { dateStyle: 'short' }),
  date_long: (text, place) => written(text, place, { dateStyle: 'long' }),
  weekday: (text, place) => written(text, place, { weekday: 'long' }),
  number: (text, place) => numbered(text, place, {}),
  money: (text, place) => numbered(text, place, { style: 'currency', currency: place.currency }),
}

/** Texts of templates hold neither line breaks nor many spaces in a row. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A value as it stands in the message: formatted from left to right, on one line. What a format cannot read stays as it is. */
export const formatted = (text: string, formats: readonly ValueFormat[], place: Place): string =>
  oneLine(formats.reduce((value, format) => steps[format](value, place), text))
