import { z } from 'zod'
import type { CredentialField, ProviderCatalogue } from './fields.ts'

const MAX_LENGTH = 20_000
const absent = (value: unknown) => (value === '' || value === null ? undefined : value)

const fromText: Record<string, unknown> = { true: true, false: false }
const parsedJson = (value: unknown): unknown => {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const text = z.string('must be text').max(MAX_LENGTH, `must not be longer than ${MAX_LENGTH} characters`)

const optionOf = (field: CredentialField) => {
  const values = (field.options ?? []).map(({ value }) => value)
  const names = values.filter((value) => value !== null).join(', ')
  return z.custom<string | null>((value) => values.some((known) => known === value), `must be one of: ${names}`)
}

const shapeOf = (field: CredentialField): z.ZodType => {
  switch (field.type) {
    case 'number':
      return z.preprocess(
        (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
        z.number('must be a number'),
      )
    case 'boolean':
    case 'switch':
      return z.preprocess((value) => fromText[String(value)] ?? value, z.boolean('must be true or false'))
    case 'object':
      return z.preprocess(parsedJson, z.record(z.string(), z.unknown(), 'must be an object'))
    case 'dropdown':
      return optionOf(field)
    default:
      return text
  }
}

const required = (value: unknown, context: z.RefinementCtx) => {
  if (value === undefined) context.addIssue({ code: 'custom', message: 'is required' })
}

/** One entry for each field, with its default where nothing was given. */
const filled = (fields: readonly CredentialField[], complete: boolean) => (given: unknown) => {
  const source = typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : {}
  return Object.fromEntries(
    fields.map(({ key, default: standard }) => [key, absent(source[key]) ?? (complete ? absent(standard) : undefined)]),
  )
}

/**
 * The shape of a provider's credentials, made from its fields. Numbers, switches and objects may come as text, empty
 * ones count as absent, unknown ones are left out. With `complete` the required ones must be there and defaults are
 * filled in.
 */
export const credentialsSchema = (
  { credentials }: ProviderCatalogue,
  { complete = true }: { complete?: boolean } = {},
): z.ZodType<Record<string, unknown>> => {
  const fields = credentials.map((field) => {
    const value = shapeOf(field).optional()
    return [field.key, complete && field.required ? value.superRefine(required) : value]
  })
  return z
    .preprocess(filled(credentials, complete), z.object(Object.fromEntries(fields)))
    .transform((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)))
}

/** Keys of the fields that no browser may see. */
export const secretFields = ({ credentials }: ProviderCatalogue): string[] =>
  credentials.filter(({ secret }) => secret).map(({ key }) => key)
