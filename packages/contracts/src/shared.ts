import { z } from 'zod'

/** UUIDv7 made by the application. */
export const id = z.uuid()

/** Instant as ISO 8601 with a zone. */
export const instant = z.iso.datetime({ offset: true })

export const idParams = z.object({ id })

/** Removes a thing although others name it, which answer `in_use` otherwise. */
export const forceQuery = z.object({ force: z.literal('yes').optional() })

/** An object of which nothing is known. */
export const jsonObject = z.record(z.string(), z.unknown())

/** A text that says something: at least one character once white space around it is gone. */
export const filledText = (max: number) => z.string().trim().min(1).max(max)

/** Which state of a thing someone changes: as large as the database counts. */
export const version = z.number().int().min(0).max(2_147_483_647)

/** Keyset paging: pass `next` of the last answer as `cursor`. */
export const pageQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(25),
})

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    data: z.array(item),
    page: z.object({
      next: z.string().nullable(),
      has_more: z.boolean(),
      /** How many there are, where a list was asked to count; above `countLimit` it stands for more than that. */
      total: z.number().int().optional(),
    }),
  })

/** Locales of the product; the first is the fallback. */
export const locales = ['en', 'pt'] as const
export type Locale = (typeof locales)[number]

export const email = z
  .string()
  .trim()
  .max(254)
  .transform((value) => value.normalize('NFKC').toLowerCase())
  .pipe(z.email())

export const password = z.string().min(10).max(128)

/** Browsers take the wide and the ideographic full stop for a dot as well. */
const address = /:\/\/|www[.。．｡](?=\S)|@|[\p{L}\p{N}-][.。．｡][a-z]{2,}(?![\p{L}\p{N}])/iu

/** Whether a name holds nothing that mail programs make a link of. */
export const isPlainName = (name: string): boolean => !address.test(name)

/** A name for mails: what could become a link in it no longer can. Names of today hold none, older ones may. */
export const plainName = (name: string): string =>
  isPlainName(name)
    ? name
    : name
        .replace(/\w*:\/\//g, ' ')
        .replaceAll('@', ' ')
        .replace(/[.。．｡](?=\S)/g, '. ')
        .replace(/\s+/g, ' ')
        .trim()

const inOneLine = (name: string): string => name.replace(/[\s\p{Cc}]*[\p{Cc}\p{Zl}\p{Zp}][\s\p{Cc}]*/gu, ' ')

/**
 * Name of a person or a company: it goes into mails to others, so it holds no address and no link, and makes no lines of
 * its own.
 */
const plainNameOf = (max: number) =>
  z
    .string()
    .overwrite(inOneLine)
    .trim()
    .min(2)
    .max(max)
    .refine(isPlainName, { message: 'A name holds no address and no link', params: { code: 'name_address' } })

export const personName = plainNameOf(80)
export const companyName = plainNameOf(120)
export const timezone = z
  .string()
  .refine((value) => Intl.supportedValuesOf('timeZone').includes(value) || value === 'UTC', {
    message: 'Not an IANA time zone',
  })

/** Someone of the team as they are shown. */
export const person = z.object({
  id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
})
