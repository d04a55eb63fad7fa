import {
  type ContactFilter,
  type ContactRow,
  contactExportColumns,
  contactExportFurther,
  contactExportLimit,
  contactFilter,
} from '@recado/contracts/contacts/address-book'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Cell } from '#server/lib/spreadsheet.ts'
import { findDefinitions } from '#server/modules/contacts/contacts/index.ts'
import { taskTimeout, withinTime } from '#server/modules/contacts/filters/index.ts'
import { cellsOfAll, defineListExport, everyRow, inCompany, type Wanted } from '#server/modules/shared/tasks/index.ts'
import { type Further, readFurther } from './actions/further.ts'
import { readContactPage, readContactsOf } from './actions/list.ts'
import { compileContactFilter } from './queries/conditions.ts'
import { countContacts } from './queries/list.ts'
import { vcardOf } from './vcard.ts'

const names = (things: readonly { name: string }[]) => things.map(({ name }) => name).join('; ')

const cellOf = (value: unknown): Cell => {
  if (Array.isArray(value)) return value.join('; ')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return typeof value === 'string' || typeof value === 'number' ? value : value === undefined ? null : String(value)
}

/** No company has as many contacts. */
const MOST = 2_000_000_000

type Column = (typeof contactExportColumns)[number]

const readers: Record<Column, (row: ContactRow) => Cell> = {
  contact_id: ({ id }) => id,
  name: ({ displayName }) => displayName,
  phone: ({ phone }) => phone,
  username: ({ username }) => username,
  email: ({ email }) => email,
  organization: ({ organization }) => organization,
  tags: ({ tags }) => names(tags),
  contact_lists: ({ lists }) => names(lists),
  marketing: ({ marketing }) => marketing,
  contact_owner: ({ owner }) => owner?.name ?? null,
  lifecycle: ({ lifecycle }) => lifecycle,
  last_inbound_at: ({ lastInboundAt }) => lastInboundAt,
  last_outbound_at: ({ lastOutboundAt }) => lastOutboundAt,
  source: ({ source }) => source,
  created_at: ({ createdAt }) => createdAt,
}

const isFurther = (key: string): key is keyof Further => contactExportFurther.some((one) => one === key)
const isColumn = (key: string): key is Column => contactExportColumns.some((one) => one === key)

type Whole = { row: ContactRow; further: Further | undefined }

const readerOf = (key: string): ((whole: Whole) => Cell) => {
  if (isColumn(key)) return ({ row }) => readers[key](row)
  if (isFurther(key)) return ({ further }) => further?.[key] ?? null
  const attribute = key.replace(/^attributes\./, '')
  return ({ row }) => cellOf(row.attributes[attribute])
}

async function* rowsOf(ctx: CompanyCtx, filter: ContactFilter, { columns, ids }: Wanted): AsyncGenerator<Cell[]> {
  const readCells = columns.map(readerOf)
  const needsFurther = columns.some(isFurther)
  const whole = async <P extends { data: ContactRow[] }>(page: P) => {
    const further = needsFurther
      ? await readFurther(
          ctx,
          page.data.map(({ id }) => id),
        )
      : null
    return { ...page, data: page.data.map((row): Whole => ({ row, further: further?.get(row.id) })) }
  }
  const read = async (page: { cursor: string | undefined; limit: number }) =>
    whole(
      ids
        ? await readContactsOf(ctx, ids)
        : await readContactPage(ctx, { ...filter, ...page, sort: 'created' }, taskTimeout),
    )
  yield* cellsOfAll(everyRow(read), (row) => readCells.map((cell) => cell(row)))
}

/** Contacts as a file, with what the person sees of them. */
export const contactExport = defineListExport({
  list: 'contacts',
  ability: 'contacts.export',
  action: 'contact.export',
  headers: [...contactExportColumns],
  further: contactExportFurther,
  chosen: true,
  card: vcardOf,
  own: async (ctx, locale) =>
    (await findDefinitions(inCompany(ctx))).map(({ key, label }) => ({
      key: `attributes.${key}`,
      label: label[locale],
    })),
  countAllowed: async (ctx, filter) => {
    const company = inCompany(ctx)
    const isAdmin = company.company.member.role === 'admin'
    const where = await compileContactFilter(company, filter)
    const most = isAdmin ? MOST : contactExportLimit + 1
    const count = await withinTime(company, (tx) => countContacts(tx, where, most))
    if (!isAdmin && count > contactExportLimit)
      throw new AppError('limit_reached', { data: { limit: contactExportLimit } })
    return count
  },
  filter: contactFilter,
  rows: (ctx, filter, wanted) => rowsOf(inCompany(ctx), filter, wanted),
})
