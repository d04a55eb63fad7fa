import type { ChangeEventName } from '@recado/contracts/realtime'
import { type ChangeSource, emitChange } from '#server/realtime/emit-change.ts'

/** One change event must fit into what the bus carries at once. */
const MOST_IDS = 50

type ChangedMessage = { companyId: string; conversationId: string; id: string }

/** Tells browsers of messages, in one change event for each company and up to fifty of them. */
export const emitMessages = (
  source: ChangeSource,
  event: Extract<ChangeEventName, `message.${string}`>,
  messages: readonly ChangedMessage[],
): void => {
  for (const [companyId, own] of Map.groupBy(messages, (message) => message.companyId)) {
    for (let from = 0; from < own.length; from += MOST_IDS) {
      const chunk = own.slice(from, from + MOST_IDS)
      const conversationIds = [...new Set(chunk.map((message) => message.conversationId))]
      emitChange(source, event, { companyId, conversationIds, ids: [...new Set(chunk.map(({ id }) => id))] })
    }
  }
}

/** Tells browsers that conversations are not what they were. */
export const emitConversations = (source: ChangeSource, companyId: string, ids: readonly string[]): void => {
  for (let from = 0; from < ids.length; from += MOST_IDS)
    emitChange(source, 'conversation.updated', { companyId, conversationIds: ids.slice(from, from + MOST_IDS) })
}
