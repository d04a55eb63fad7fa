import type { CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import type { Clock } from './clocks.ts'

type Place = { id: string; assigneeId: string | null; teamId: string | null }
type Moved = { before: Clock; after: Clock }

/** Says which targets are about to be missed, or were missed just now and are not met. */
export const emitSlaTargets = async (tx: CompanyCtx, row: Place, moved: readonly Moved[]): Promise<void> => {
  const open = moved.filter(({ after }) => after.metAt === null)
  const broken = open.filter(({ before, after }) => after.breachedAt && !before.breachedAt)
  const warned = open.filter(({ before, after }) => after.warnedAt && !before.warnedAt && !after.breachedAt)
  const { id: conversationId, assigneeId, teamId } = row
  const place = { companyId: tx.company.id, conversationId, assigneeId, teamId }
  await emit(tx, 'sla.warned', ...warned.map(({ after }) => ({ ...place, targetId: after.id })))
  await emit(tx, 'sla.breached', ...broken.map(({ after }) => ({ ...place, targetId: after.id })))
}
