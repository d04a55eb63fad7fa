import type { assignConversation as assignEndpoint } from '@recado/contracts/inbox/conversations'
import type { z } from 'zod'
import { assertAbility, type CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { type ConversationRow, updateConversation } from '#server/modules/inbox/conversations/index.ts'
import { findFormerViewers } from '#server/modules/inbox/visibility/index.ts'
import { findMember, findTeam } from '../queries/commands.ts'
import { actorOf, type Command, conversationKey, refuse, writeLine } from './command.ts'

export type Assignment = z.output<typeof assignEndpoint.body>

/** Every member may take or leave a conversation, and pass their own or an unassigned one to a team. */
const assertMayGive = (tx: CompanyCtx, row: ConversationRow, { assigneeId, teamId }: Assignment): void => {
  const own = actorOf(tx)?.id ?? null
  const isMine = row.assigneeId === own
  const isTaken = assigneeId === undefined || assigneeId === row.assigneeId || assigneeId === own
  const isLeft = assigneeId === null && isMine
  const isPassed = teamId === undefined || teamId === row.teamId || isMine || row.assigneeId === null
  if (!((isTaken || isLeft) && isPassed)) assertAbility(tx, 'conversations.assign')
}

const writeAssignee = async (tx: CompanyCtx, row: ConversationRow, assigneeId: string | null): Promise<string> => {
  const to = assigneeId === null ? null : await findMember(tx, assigneeId)
  if (assigneeId !== null && !to) return refuse('assigneeId', 'not_a_member', 'Not a member of the company')
  await updateConversation(tx, row.id, { assigneeId })
  const line = await writeLine(tx, row, to ? 'assigned' : 'unassigned', { to, assigneeName: to?.name ?? null })
  if (assigneeId) await emit(tx, 'conversation.assigned', { ...conversationKey(row), assigneeId })
  return line
}

const writeTeam = async (tx: CompanyCtx, row: ConversationRow, teamId: string | null): Promise<string> => {
  const team = teamId === null ? null : await findTeam(tx, teamId)
  if (teamId !== null && !team) return refuse('teamId', 'not_found', 'No such team')
  const labelIds = [...new Set([...row.labelIds, ...(team?.defaultLabelIds ?? [])])]
  await updateConversation(tx, row.id, { teamId, labelIds })
  return writeLine(tx, row, 'team', { to: team && { id: team.id, name: team.name } })
}

/**
 * Assigns the conversation to a member or to no one, to a team or to none; omitted fields stay. A team's own labels come
 * with it. Throws `forbidden`, and `validation_failed` for people and teams that are not the company's.
 */
export const assignConversation =
  (assignment: Assignment): Command =>
  async (tx, row) => {
    const { assigneeId = row.assigneeId, teamId = row.teamId } = assignment
    const movesTeam = teamId !== row.teamId
    const movesPerson = assigneeId !== row.assigneeId
    if (!movesTeam && !movesPerson) return null
    assertMayGive(tx, row, assignment)
    const formerViewers = await findFormerViewers(tx, row)
    const lines: string[] = []
    if (movesTeam) lines.push(await writeTeam(tx, row, teamId))
    if (movesPerson) lines.push(await writeAssignee(tx, row, assigneeId))
    // Of what customers began, and routing only puts into its queue, people are told already.
    const isNews = movesPerson || tx.actor.kind === 'user'
    if (isNews && assigneeId === null && row.status !== 'resolved')
      await emit(tx, 'conversation.released', { ...conversationKey(row), teamId })
    // What is assigned automatically is followed up by whatever assigns it.
    if (tx.actor.kind === 'user')
      await emit(tx, movesTeam ? 'conversation.team_changed' : 'conversation.assignee_changed', conversationKey(row))
    return { lines, formerViewers }
  }
