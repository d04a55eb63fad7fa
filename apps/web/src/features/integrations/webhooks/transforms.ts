import type { Transform } from '@recado/contracts/integrations/webhook-mapping'

/** What can be done with a value, by the name that its text has. */
const choices = {
  ...{ trim: { op: 'trim' }, lower: { op: 'lower' }, upper: { op: 'upper' }, first_word: { op: 'first_word' } },
  ...{ phone: { op: 'phone', country: 'BR' }, number: { op: 'number', decimal: '.' } },
  ...{ number_comma: { op: 'number', decimal: ',' }, cents: { op: 'divide', by: 100 } },
  ...{ date: { op: 'date', from: 'iso' }, date_seconds: { op: 'date', from: 'seconds' } },
  ...{ date_milliseconds: { op: 'date', from: 'milliseconds' }, date_day_first: { op: 'date', from: 'day_first' } },
  ...{ join: { op: 'join', separator: ', ' }, money: { op: 'money', currency: 'BRL', locale: 'pt' } },
} as const satisfies Record<string, Transform>

export const transformNames = Object.keys(choices) as (keyof typeof choices)[]

const textOf = (transform: Transform): string => JSON.stringify(Object.entries(transform).toSorted())

/** The name of a transform, or itself where it has none: it was made elsewhere, and is kept. */
export const nameOfTransform = (transform: Transform): string =>
  transformNames.find((name) => textOf(choices[name]) === textOf(transform)) ?? JSON.stringify(transform)

/** The transform of a name. */
export const transformOf = (name: string): Transform =>
  name.startsWith('{') ? (JSON.parse(name) as Transform) : { ...choices[name as keyof typeof choices] }

/** What is done with a field's value where nothing else was said. */
export const usualTransforms: Partial<Record<string, Transform[]>> = {
  phone: [{ op: 'phone', country: 'BR' }],
  email: [{ op: 'trim' }, { op: 'lower' }],
  first_name: [{ op: 'first_word' }],
  amount: [{ op: 'number', decimal: '.' }],
}
