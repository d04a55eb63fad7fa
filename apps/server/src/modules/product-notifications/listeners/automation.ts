import type { Ctx } from '#server/context.ts'
import type { EventPayload, Listener } from '#server/events.ts'
import { findContact } from '../conversations.ts'
import type { Audience } from '../notify.ts'
import { listTeamLeads } from '../queries/people.ts'
import { type Heard, members, notifying } from './listening.ts'

type Place = { companyId: string; conversationId: string; assigneeId: string | null; teamId: string | null }

const leadsOf = (tx: Ctx, companyId: string, teamId: string | null) =>
  teamId === null ? [] : listTeamLeads(tx, companyId, teamId)

/** Whoever has the conversation and the leads of its team; the admins when there is neither. */
const responsibleFor = async (tx: Ctx, { companyId, assigneeId, teamId }: Place): Promise<Audience> => {
  const leads = await leadsOf(tx, companyId, teamId)
  const users = [...new Set([...(assigneeId === null ? [] : [assigneeId]), ...leads])]
  return users.length > 0 ? members(users) : 'admins'
}

const payloadOf = async (tx: Ctx, { companyId, conversationId }: Omit<Place, 'assigneeId' | 'teamId'>) => ({
  conversationId,
  contact: (await findContact(tx, companyId, conversationId)) ?? '',
})

const forResponsible = async (tx: Ctx, place: Place) => ({
  to: await responsibleFor(tx, place),
  companyId: place.companyId,
  payload: await payloadOf(tx, place),
})

const LOW_SCORE = 2

const lowScore = async (event: EventPayload<'csat.scored'>, { tx }: Heard) => {
  const { companyId, responseId, teamId, score } = event
  if (score > LOW_SCORE) return []
  const leads = await leadsOf(tx, companyId, teamId)
  return {
    workflow: 'csat.low' as const,
    to: leads.length > 0 ? members(leads) : ('admins' as const),
    companyId,
    factId: responseId,
    payload: { ...(await payloadOf(tx, event)), score },
  }
}

export const automationListeners: readonly Listener[] = [
  notifying('conversation.window_closing', async (event, { tx }) => ({
    ...(await forResponsible(tx, event)),
    workflow: 'conversation.window_closing',
    factId: `${event.conversationId}:${event.closesAt}`,
  })),
  notifying('sla.warned', async (event, { tx }) => ({
    ...(await forResponsible(tx, event)),
    workflow: 'sla.warning',
    factId: event.targetId,
  })),
  notifying('sla.breached', async (event, { tx }) => ({
    ...(await forResponsible(tx, event)),
    workflow: 'sla.breached',
    factId: event.targetId,
  })),
  notifying('csat.scored', lowScore),
  // Whoever wrote it, and whoever has the conversation.
  notifying('message.failed', async (event, { tx }) => {
    const { companyId, messageId, authorId, assigneeId } = event
    const users = [...new Set([authorId, assigneeId].flatMap((id) => id ?? []))]
    const payload = await payloadOf(tx, event)
    return { workflow: 'message.failed', to: members(users), companyId, factId: messageId, payload }
  }),
]
