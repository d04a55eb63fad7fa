import type { CompanyCtx } from '#server/context.ts'
import type { Desk } from '#server/modules/companies/settings-cache/index.ts'
import { findContactName } from '#server/modules/inbox/conversations/index.ts'
import { tell } from '#server/modules/product-notifications/index.ts'
import type { Clock } from './clocks.ts'

type Place = { id: string; assigneeId: string | null; teamId: string | null }
type Moved = { before: Clock; after: Clock }

/** Whoever has the conversation and the leads of its team; the admins when there is neither. */
export const responsibleFor = (desk: Desk, { assigneeId, teamId }: Omit<Place, 'id'>) => {
  const leads = teamId === null ? [] : (desk.teams.get(teamId)?.leadIds ?? [])
  const users = [...new Set([...(assigneeId === null ? [] : [assigneeId]), ...leads])]
  return users.length > 0 ? { users } : ('admins' as const)
}

/** Tells those responsible of promises that are about to break, or broke just now and are not kept. */
export const tellOfPromises = async (
  tx: CompanyCtx,
  desk: Desk,
  row: Place,
  moved: readonly Moved[],
): Promise<void> => {
  const open = moved.filter(({ after }) => after.metAt === null)
  const broken = open.filter(({ before, after }) => after.breachedAt && !before.breachedAt)
  const warned = open.filter(({ before, after }) => after.warnedAt && !before.warnedAt && !after.breachedAt)
  if (broken.length + warned.length === 0) return
  const contact = await findContactName(tx, row.id)
  const about = ({ after }: Moved) => ({
    to: responsibleFor(desk, row),
    companyId: tx.company.id,
    payload: { conversationId: row.id, contact },
    factId: after.id,
  })
  for (const one of warned) await tell(tx, 'sla.warning', about(one))
  for (const one of broken) await tell(tx, 'sla.breached', about(one))
}
