import { z } from 'zod'
import { isBrazilianTaxId, normaliseTaxId } from '../shared/tax-id.ts'
import { filledText, id, timezone } from '../shared.ts'
import { phoneDigits } from '../whatsapp/phone.ts'
import type { AttributeDefinition } from './contact-attributes.ts'

// What the fields of a contact take, wherever a value comes from: the form, the API, a file.

/** Most of each that one contact has. */
export const contactLimits = { phones: 10, emails: 10 } as const

const shortText = z.string().trim().max(120)

/** Every part is optional; `country` is ISO 3166. */
export const contactAddress = z.object({
  street: z.string().trim().max(200).optional(),
  city: shortText.optional(),
  state: shortText.optional(),
  postalCode: z.string().trim().max(20).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
})
export type ContactAddress = z.output<typeof contactAddress>

/** A stage that a contact has come to, by its key among the company's stages. */
export const lifecycleKey = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/)

const oldest = '1900-01-01'

/** One schema a field. Empty texts empty a field; so does null. */
export const contactValues = {
  name: shortText,
  organization: shortText,
  jobTitle: shortText,
  /** As typed: without a plus sign it is one of the company's country. */
  phone: z.string().trim().min(6).max(30),
  email: z.email().max(254),
  notes: z.string().max(10_000),
  /** CPF or CNPJ, with or without punctuation. */
  document: z
    .string()
    .max(30)
    .overwrite(normaliseTaxId)
    .refine(isBrazilianTaxId, { message: 'Neither a CPF nor a CNPJ', params: { code: 'tax_id' } }),
  birthday: z.iso.date().refine((day) => day >= oldest && Date.parse(day) <= Date.now() + 86_400_000, {
    message: 'Not a birthday',
  }),
  language: z.string().regex(/^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/),
  timezone,
  address: contactAddress,
  lifecycle: lifecycleKey,
  /** A member of the company. */
  ownerId: id,
  tag: filledText(40),
} as const

const LONGEST_JSON = 10_000

/** What a field of the company's own takes, by its definition. Texts of a field with a pattern match all of it. */
export const attributeValue = ({ type, options, pattern }: AttributeDefinition): z.ZodType => {
  const option = z.string().refine((text) => options.includes(text))
  const text = z.string().trim().min(1).max(1000)
  const wanted = pattern ? text.refine((value) => new RegExp(`^(?:${pattern})$`, 'u').test(value)) : text
  const types: Record<AttributeDefinition['type'], z.ZodType> = {
    text: wanted,
    number: z.number(),
    money: z.number(),
    date: z.iso.date(),
    datetime: z.iso.datetime({ offset: true }),
    boolean: z.boolean(),
    select: option,
    multi_select: z.array(option).max(100),
    text_list: z.array(wanted).max(100),
    url: z.url({ protocol: /^https?$/ }).max(2000),
    phone: z.string().refine((value) => /^\+?[\d\s().-]{6,30}$/.test(value) && phoneDigits(value).length >= 6),
    email: z.email().max(254),
    json: z.json().refine((value) => JSON.stringify(value).length <= LONGEST_JSON),
  }
  return types[type]
}
