import { z } from 'zod'

/** UUIDv7 made by the application. */
export const id = z.uuid()

/** Instant as ISO 8601 with a zone. */
export const instant = z.iso.datetime({ offset: true })

export const idParams = z.object({ id })

/** An object of which nothing is known. */
export const jsonObject = z.record(z.string(), z.unknown())

/** A text that says something: at least one character once white space around it is gone. */
export const filledText = (max: number) => z.string().trim().min(1).max(max)

/** Which state of a thing somebody changes: as large as the database counts. */
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
export const personName = z.string().trim().min(2).max(80)
export const timezone = z
  .string()
  .refine((value) => Intl.supportedValuesOf('timeZone').includes(value) || value === 'UTC', {
    message: 'Not an IANA time zone',
  })

/** Somebody of the team as they are shown. */
export const person = z.object({
  id,
  name: z.string(),
  avatarUrl: z.string().nullable(),
})
