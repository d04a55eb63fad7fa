import { type ImportMapping, type ImportRules, importRules } from '@recado/contracts/contacts/imports'
import type { CompanyCtx } from '#server/context.ts'
import { findCountry, findDefinitions } from '#server/modules/contacts/contacts/index.ts'
import { findMembers, type ImportRow } from '../queries.ts'
import type { Plan } from './draft.ts'
import { suggestColumns, suggestDateOrder, suggestDecimal } from './suggest.ts'

/** What the columns of a file seem to hold. */
export const suggestionsOf = async (
  ctx: CompanyCtx,
  { reading }: Pick<ImportRow, 'reading'>,
  preview: readonly (readonly string[])[],
) => suggestColumns(reading.columns, preview, await findDefinitions(ctx))

/** The mapping that was saved, or else the one that headings and first rows suggest. */
export const mappingOf = async (
  ctx: CompanyCtx,
  row: Pick<ImportRow, 'mapping' | 'reading'>,
  preview: readonly (readonly string[])[],
): Promise<ImportMapping> => {
  if (row.mapping) return row.mapping
  const country = (await findCountry(ctx)) ?? 'BR'
  return {
    columns: (await suggestionsOf(ctx, row, preview)).map(({ column }) => column),
    dateOrder: suggestDateOrder(preview, country),
    decimal: suggestDecimal(preview, country),
    country,
    ...{ tags: [], listId: null, ownerId: null, externalSource: '' },
  }
}

export const rulesOf = (row: Pick<ImportRow, 'rules'>): ImportRules => row.rules ?? importRules.parse({})

/** All that rows are read by, with the rights of whoever imports them. */
export const planOf = async (ctx: CompanyCtx, mapping: ImportMapping, rules: ImportRules): Promise<Plan> => {
  const definitions = await findDefinitions(ctx)
  return {
    mapping,
    rules,
    timezone: ctx.company.timezone,
    now: ctx.now(),
    attributes: new Map(definitions.map((definition) => [definition.key, definition])),
    members: await findMembers(ctx),
  }
}
