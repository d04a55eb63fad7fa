import type { CannedValues } from '@recado/contracts/inbox/canned-text'
import type { MessagePrice } from '@recado/contracts/inbox/conversation-cost'
import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '#web/lib/session/session.ts'
import { costQuery } from '../cost.ts'
import { knownValues } from './known-values.ts'

/** The recipient and sending number of a template: the sources of its variables, and its price. */
export type TemplateTarget = {
  channelId: string
  known: CannedValues
  /** Undefined while loading. */
  prices: readonly MessagePrice[] | undefined
}

/** A conversation as the target of a template. */
export const useTemplateTarget = ({ id, contact, channel }: ConversationSummary): TemplateTarget => {
  const { user } = useSignedIn()
  const { data } = useQuery(costQuery(id))
  return { channelId: channel.id, known: knownValues(contact, channel.name, user), prices: data?.prices }
}
