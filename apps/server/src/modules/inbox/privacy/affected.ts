import { type AffectedFilter, affectedFilter } from '@recado/contracts/contacts/privacy'
import type { CompanyCtx } from '#server/context.ts'
import type { Cell } from '#server/lib/spreadsheet.ts'
import { fromWallClock } from '#server/lib/zone.ts'
import { displayNameOf, seesPersonalData, shownEmail, shownPhone } from '#server/modules/contacts/contacts/index.ts'
import { defineListExport, inCompany } from '#server/modules/shared/tasks/index.ts'
import { type Affected, findAffected } from './queries.ts'

const DAY_MS = 86_400_000

const startOf = (day: string, timezone: string, further = 0): Date =>
  fromWallClock(new Date(Date.parse(`${day}T00:00:00Z`) + further), timezone)

const cellsOf = (one: Affected, full: boolean): Cell[] => [
  ...[one.id, displayNameOf(one, full), shownPhone(one.phone, full), shownEmail(one.email, full)],
  ...[one.createdAt, one.messages, one.changes],
]

async function* rowsOf(ctx: CompanyCtx, { from, to }: AffectedFilter): AsyncGenerator<Cell[]> {
  const { timezone } = ctx.company
  const range = { from: startOf(from, timezone), until: startOf(to, timezone, DAY_MS) }
  const full = seesPersonalData(ctx)
  for (let after: string | null = null; ; ) {
    const page: { last: string | null; found: Affected[] } = await findAffected(ctx, range, after)
    for (const one of page.found) yield cellsOf(one, full)
    if (page.last === null) return
    after = page.last
  }
}

/**
 * Everyone whose data was added, changed or part of a message between two days, for the notice of an incident. People in
 * the bin are among them, those who were erased are not.
 */
export const affectedExport = defineListExport({
  list: 'affected-people',
  ability: 'privacy.manage',
  action: 'contact.export',
  headers: ['contact_id', 'contact', 'phone', 'email', 'created_at', 'messages_exchanged', 'changes'],
  filter: affectedFilter,
  rows: (ctx, filter) => rowsOf(inCompany(ctx), filter),
})
