import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { densities } from '../product-notifications/preference-names.ts'
import { id } from '../shared.ts'
import { filterTextLimit } from './filter.ts'
import { listNames } from './list-names.ts'
import { csvSeparators, fileFormats, task } from './tasks.ts'

/** What every list of the product has besides its rows: columns of one's own, selections, files. */

export const listName = z.enum(listNames)

/** Wherever a list can be narrowed to several values they are joined by commas. */
export const several = <T>(one: z.ZodType<T, string>, most = 100) =>
  z
    .string()
    .max(4000)
    .transform((text) => text.split(','))
    .pipe(z.array(one).min(1).max(most))

/** Filters as they stand in the address of a page; each list parses them with the schema of its own. */
export const listFilter = z.record(z.string().max(40), z.string().max(filterTextLimit))
export type ListFilter = z.infer<typeof listFilter>

export const exportList = endpoint({
  method: 'POST',
  path: '/api/v1/list-exports',
  can: 'signed_in',
  summary: 'Writes the rows that filters leave of a list as a file, in the background; each list asks for its ability',
  body: z.object({
    list: listName,
    filter: listFilter.default({}),
    /** Only some lists have `json` and `vcf`. */
    format: z.enum(fileFormats),
    separator: z.enum(csvSeparators).default(','),
    /** Columns in their order; left out: those of the list. */
    columns: z.array(z.string().max(60)).min(1).max(300).optional(),
    /** These rows and no others, where the list can be chosen from; the filter is left aside. */
    ids: z.array(id).min(1).max(500).optional(),
  }),
  response: task,
  status: 202,
  errors: ['filter_too_slow'],
})

/** Most rows that one request changes; more than that are changed in the background. */
export const bulkNow = 500
/** Rows are counted, and selected, up to so many. */
export const countLimit = 10_000

/**
 * Rows by their ids, or all that filters leave: then with how many the person saw, so that none is changed unseen. Above
 * `countLimit` it stands for more than that, which a few lists change in the background; others refuse it.
 */
export const bulkSelection = z.union([
  z.strictObject({ ids: z.array(id).min(1).max(bulkNow) }),
  z.strictObject({
    filter: listFilter,
    expected: z
      .number()
      .int()
      .min(1)
      .max(countLimit + 1),
  }),
])
export type BulkSelection = z.infer<typeof bulkSelection>

/** What became of a change of many rows. `code` is an error's, explained by `errors:<code>`. */
export const bulkOutcome = z.object({
  done: z.number().int(),
  skipped: z.array(z.object({ id: z.string(), label: z.string(), code: z.string() })),
  /** The background task that does it, when there were more rows than one request changes. */
  task: task.optional(),
})
export type BulkOutcome = z.infer<typeof bulkOutcome>

/** Asks a list to count what its filters leave; `page.total` says it. */
export const countQuery = z.object({ count: z.literal('exact').optional() })

/** How someone wants to see a list. A stored object may lack members. */
export const listSettings = z.object({
  /** Columns in their order; those of the list that are not named follow after them. */
  order: z.array(z.string().max(60)).max(60).default([]),
  hidden: z.array(z.string().max(60)).max(60).default([]),
  /** Without it the person's own, of their profile. */
  density: z.enum(densities).optional(),
})
export type ListSettings = z.infer<typeof listSettings>

const settingsOfList = z.object({ list: listName, settings: listSettings })
export const getListSettings = endpoint({
  method: 'GET',
  path: '/api/v1/list-settings',
  can: 'signed_in',
  summary: 'How I want to see lists; one that is absent is as it comes',
  response: z.object({ data: z.array(settingsOfList) }),
})
export const updateListSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/list-settings',
  can: 'signed_in',
  summary: 'Says how I want to see a list',
  body: settingsOfList,
  response: settingsOfList,
})
