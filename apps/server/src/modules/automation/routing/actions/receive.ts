import { type CompanyCtx, inTransaction } from '#server/context.ts'
import type { CompanySettings } from '#server/modules/companies/settings-cache/index.ts'
import { assignConversation, runCommand } from '#server/modules/inbox/commands/index.ts'
import { findAvailable, findPlace } from '../queries/assignment.ts'

/**
 * Puts a conversation that a customer began into the queue of its channel. One that was taken up again stays with whoever
 * had it, unless its team gives out conversations and that person is not there.
 */
export const receiveConversation = (
  ctx: CompanyCtx,
  settings: CompanySettings,
  { id, reopened }: { id: string; reopened: boolean },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const place = await findPlace(tx, id)
    if (!place || place.status === 'resolved') return
    const { teamId } = settings.channel(place.channelId).routing
    if (place.teamId === null && teamId !== null && settings.teams.has(teamId))
      await runCommand(tx, id, assignConversation({ teamId }))
    const team = settings.teams.get(place.teamId ?? teamId ?? '')
    if (!reopened || place.assigneeId === null || !team || team.autoAssign.mode === 'off') return
    const available = await findAvailable(tx, [place.assigneeId])
    if (available.length === 0) await runCommand(tx, id, assignConversation({ assigneeId: null }))
  })
