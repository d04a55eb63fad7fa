import type { ChangeEvent, ChangeEventName } from '@recado/contracts/realtime'
import type { Deps } from '#server/context.ts'
import type { RecordedBatch } from './actions/record.ts'

const MOST_IDS = 50

type Change = { companyId: string; conversationId: string; id: string }

/** One change event for each company and up to fifty messages: they must fit into what the bus carries at once. */
export const publishChanges = (deps: Deps, event: ChangeEventName, changes: readonly Change[]) => {
  for (const [companyId, own] of Map.groupBy(changes, (change) => change.companyId)) {
    for (let from = 0; from < own.length; from += MOST_IDS) {
      const chunk = own.slice(from, from + MOST_IDS)
      deps.bus.publish('changes', {
        rooms: [`company:${companyId}`],
        change: {
          event,
          companyId,
          conversationIds: [...new Set(chunk.map((change) => change.conversationId))],
          ids: [...new Set(chunk.map((change) => change.id))],
        },
      })
    }
  }
}

/** Tells browsers and workers what a committed batch changed. */
export const publishRecorded = (deps: Deps, batch: Pick<RecordedBatch, 'created' | 'updated' | 'merged'>): void => {
  if (batch.created.some(({ message }) => message.media !== null)) deps.jobs.wake('media')
  const created = batch.created
    .filter(({ message }) => !message.quiet)
    .map(({ row }) => ({ companyId: row.company_id, conversationId: row.conversation_id, id: row.id }))
  publishChanges(deps, 'message.created', created)
  publishChanges(deps, 'message.updated', batch.updated)
  for (const companyId of batch.merged) {
    deps.bus.publish('changes', { rooms: [`company:${companyId}`], change: { event: 'contact.updated', companyId } })
  }
}

/** Tells browsers that the standing of conversations changed. */
export const publishConversations = (deps: Deps, companyId: string, conversationIds: readonly string[]): void => {
  for (let from = 0; from < conversationIds.length; from += MOST_IDS) {
    deps.bus.publish('changes', {
      rooms: [`company:${companyId}`],
      change: {
        event: 'conversation.updated',
        companyId,
        conversationIds: conversationIds.slice(from, from + MOST_IDS),
      },
    })
  }
}

/** Publishes the change of one conversation. */
export const publishConversation = (deps: Deps, companyId: string, conversationId: string): void =>
  publishConversations(deps, companyId, [conversationId])

/** Tells browsers that what waits in a conversation, and can still be taken back, is not the same any more. */
export const publishHeld = (deps: Deps, companyId: string, conversationId: string): void =>
  deps.bus.publish('changes', {
    rooms: [`company:${companyId}`],
    change: { event: 'held.updated', companyId, conversationIds: [conversationId] },
  })

/** Tells people by name, whatever they see. */
export const publishToPeople = (deps: Deps, userIds: readonly string[], change: ChangeEvent): void => {
  if (userIds.length > 0) deps.bus.publish('changes', { rooms: userIds.map((id) => `user:${id}`), change })
}
