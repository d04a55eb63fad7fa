import { type AttributeDefinition, canBeUnique } from '@recado/contracts/contacts/contact-attributes'
import { attributeValue } from '@recado/contracts/contacts/contact-values'
import type { z } from 'zod'

/** What a company made up about its contacts. */
export type Definition = AttributeDefinition & {
  key: string
  required: boolean
  sensitive: boolean
  unique: boolean
  default: unknown
}

export const hidden = '•••'

const known = new WeakMap<AttributeDefinition, z.ZodType>()

/** Made once for each field, as files bring values by the hundred thousand. */
const takenBy = (definition: AttributeDefinition): z.ZodType => {
  const made = known.get(definition) ?? attributeValue(definition)
  known.set(definition, made)
  return made
}

export type Refusal = { path: string; code: string; message: string }
export type Checked = { set: Record<string, unknown>; clear: string[]; refusals: Refusal[] }

const isEmpty = (value: unknown) =>
  value === null || value === '' || value === undefined || (Array.isArray(value) && value.length === 0)

/**
 * What a change of attributes comes to: values to set, keys to empty, and what is refused. Sensitive fields are changed
 * only by those who see them (`full`): others know but the mask.
 */
export const checkAttributes = (
  given: Readonly<Record<string, unknown>>,
  definitions: readonly Definition[],
  full: boolean,
): Checked => {
  const checked: Checked = { set: {}, clear: [], refusals: [] }
  for (const [key, value] of Object.entries(given)) {
    const refuse = (code: string, message: string) =>
      checked.refusals.push({ path: `attributes.${key}`, code, message })
    const definition = definitions.find((one) => one.key === key)
    if (!definition) refuse('not_found', 'No such field')
    else if (definition.sensitive && !full) refuse('invalid', 'Only those who see this field change it')
    else if (isEmpty(value)) {
      if (definition.required) refuse('required', 'This field is required')
      else checked.clear.push(key)
    } else {
      const parsed = takenBy(definition).safeParse(value)
      if (parsed.success) checked.set[key] = parsed.data
      else refuse('invalid', `Not a ${definition.type}`)
    }
  }
  return checked
}

/**
 * What a new contact's attributes come to: what was given, defaults for the rest, and refusals for what must be given.
 * Whoever does not see sensitive fields neither has to fill them in nor may, as a refusal would tell what others have there.
 */
export const checkNewAttributes = (
  given: Readonly<Record<string, unknown>>,
  definitions: readonly Definition[],
  full: boolean,
): Checked => {
  const rest = definitions.filter(({ key }) => isEmpty(given[key]))
  const defaults = Object.fromEntries(rest.flatMap(({ key, default: value }) => (isEmpty(value) ? [] : [[key, value]])))
  const missing = rest.filter(({ key, required, sensitive }) => required && !(key in defaults) && (full || !sensitive))
  const isRest = new Set(rest.map(({ key }) => key))
  const typed = Object.entries(given).filter(([key]) => !isRest.has(key))
  const asked = [...missing.map(({ key }) => [key, null] as const), ...typed]
  const own = checkAttributes(Object.fromEntries(asked), definitions, full)
  const filled = checkAttributes(defaults, definitions, true)
  return { set: { ...filled.set, ...own.set }, clear: [], refusals: [...own.refusals, ...filled.refusals] }
}

/** Values that no other contact may have. */
export const uniqueValues = (set: Readonly<Record<string, unknown>>, definitions: readonly Definition[]) =>
  definitions.flatMap(({ key, unique, type }) =>
    unique && canBeUnique(type) && key in set ? [[key, set[key]] as const] : [],
  )

/** The values as the reader may see them; those of fields that are gone are left out. */
export const shownAttributes = (
  values: Readonly<Record<string, unknown>>,
  definitions: readonly Definition[],
  full: boolean,
): Record<string, unknown> =>
  Object.fromEntries(
    definitions.flatMap(({ key, sensitive }) => {
      if (!(key in values)) return []
      return [[key, sensitive && !full ? hidden : values[key]]]
    }),
  )
