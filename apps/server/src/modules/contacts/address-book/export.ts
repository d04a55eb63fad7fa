import {
  type ContactFilter,
  type ContactRow,
  contactExportLimit,
  contactFilter,
} from '@recado/contracts/contacts/address-book'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Cell } from '#server/lib/spreadsheet.ts'
import { findDefinitions } from '#server/modules/contacts/contacts/index.ts'
import { cellsOfAll, defineListExport, everyRow, inCompany } from '#server/modules/shared/tasks/index.ts'
import { readContactPage } from './actions/list.ts'
import { compileContactFilter } from './queries/conditions.ts'
import { countContacts } from './queries/list.ts'

const names = (things: readonly { name: string }[]) => things.map(({ name }) => name).join('; ')

const cellOf = (value: unknown): Cell => {
  if (Array.isArray(value)) return value.join('; ')
  return typeof value === 'string' || typeof value === 'number' ? value : value === undefined ? null : String(value)
}

const cellsOf = (row: ContactRow, keys: readonly string[]): Cell[] => [
  row.id,
  row.displayName,
  row.phone,
  row.username,
  row.email,
  row.organization,
  names(row.tags),
  names(row.lists),
  row.marketing,
  row.owner?.name ?? null,
  row.lifecycle,
  row.lastInboundAt,
  row.lastOutboundAt,
  row.source,
  row.createdAt,
  ...keys.map((key) => cellOf(row.attributes[key])),
]

async function* rowsOf(ctx: CompanyCtx, filter: ContactFilter): AsyncGenerator<Cell[]> {
  const keys = (await findDefinitions(ctx)).map(({ key }) => key)
  yield* cellsOfAll(
    everyRow((page) => readContactPage(ctx, { ...filter, ...page, sort: 'created' })),
    (row) => cellsOf(row, keys),
  )
}

/** Contacts as a file, with what the person sees of them. */
export const contactExport = defineListExport({
  list: 'contacts',
  ability: 'contacts.export',
  action: 'contact.export',
  headers: [
    ...['contact_id', 'name', 'phone', 'username', 'email', 'organization', 'tags', 'contact_lists', 'marketing'],
    ...['contact_owner', 'lifecycle', 'last_inbound_at', 'last_outbound_at', 'source', 'created_at'],
  ],
  moreHeadings: async (ctx, locale) => (await findDefinitions(inCompany(ctx))).map(({ label }) => label[locale]),
  assertMay: async (ctx, filter) => {
    const company = inCompany(ctx)
    const where = await compileContactFilter(company, filter)
    if (company.company.member.role === 'admin') return
    const count = await countContacts(company, where, contactExportLimit + 1)
    if (count > contactExportLimit) throw new AppError('limit_reached', { data: { limit: contactExportLimit } })
  },
  filter: contactFilter,
  rows: (ctx, filter) => rowsOf(inCompany(ctx), filter),
})
