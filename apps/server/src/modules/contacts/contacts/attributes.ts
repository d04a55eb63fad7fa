import type { attributeTypes } from '@recado/contracts/contacts/contact-attributes'
import { phoneDigits } from '@recado/contracts/whatsapp/phone'
import { z } from 'zod'

type AttributeType = (typeof attributeTypes)[number]
/** What a company made up about its contacts. */
export type Definition = {
  key: string
  type: string
  options: readonly string[]
  required: boolean
  sensitive: boolean
}

export const hidden = '•••'

const takes = (options: readonly string[]): Record<AttributeType, z.ZodType> => {
  const option = z.string().refine((text) => options.includes(text))
  return {
    text: z.string().trim().min(1).max(1000),
    number: z.number(),
    money: z.number(),
    date: z.iso.date(),
    datetime: z.iso.datetime({ offset: true }),
    boolean: z.boolean(),
    select: option,
    multi_select: z.array(option).max(100),
    url: z.url({ protocol: /^https?$/ }).max(2000),
    phone: z.string().refine((text) => /^\+?[\d\s().-]{6,30}$/.test(text) && phoneDigits(text).length >= 6),
    email: z.email().max(254),
  }
}

const known = new WeakMap<readonly string[], Record<AttributeType, z.ZodType>>()

/** Made once for each field, as files bring values by the hundred thousand. */
const takenBy = (options: readonly string[]): Record<AttributeType, z.ZodType> => {
  const made = known.get(options) ?? takes(options)
  known.set(options, made)
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
      const parsed = takenBy(definition.options)[definition.type as AttributeType]?.safeParse(value)
      if (parsed?.success) checked.set[key] = parsed.data
      else refuse('invalid', `Not a ${definition.type}`)
    }
  }
  return checked
}

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
