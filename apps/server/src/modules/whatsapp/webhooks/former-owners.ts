import type { Deps } from '#server/context.ts'
import type { WebhookEvent } from '#server/lib/whatsapp-cloud/webhook-types.ts'
import { type ChannelRef, findFormerChannels } from '#server/modules/whatsapp/directory/index.ts'
import type { MessageKey } from './handlers.ts'

type Asked = { accountId: string | null; event: WebhookEvent }

/** The message that an event tells something of, when it tells of one: its fate, or that the customer changed it. */
const subjectOf = (event: WebhookEvent): Pick<MessageKey, 'wamid' | 'messageId'> | null => {
  if (event.kind === 'messageStatus') return { wamid: event.wamid, messageId: event.callbackData }
  if (event.kind !== 'inboundMessage') return null
  const { content } = event
  if (content.kind !== 'edit' && content.kind !== 'revoke') return null
  return { wamid: content.originalWamid, messageId: null }
}

/**
 * Events that tell of messages which a number's former channel has, with that channel: a number may have been moved to
 * another company since, and the message with all that becomes of it stays with the one that sent or got it. `accountId`
 * is the account whose own app signed the event, null for the platform's app, which may speak for all.
 */
export const findFormerOwners = async (
  deps: Deps,
  asked: readonly Asked[],
): Promise<ReadonlyMap<WebhookEvent, ChannelRef>> => {
  const about = asked.flatMap(({ event, accountId }) => {
    const subject = event.phoneNumberId === null ? null : subjectOf(event)
    return subject ? [{ event, accountId, subject }] : []
  })
  const numbers = about.flatMap(({ event }) => event.phoneNumberId ?? [])
  const former = Map.groupBy(await findFormerChannels(deps, numbers), (channel) => channel.phoneNumberId)
  const keys = about.flatMap(({ event, accountId, subject }) =>
    (former.get(event.phoneNumberId ?? '') ?? [])
      .filter((channel) => accountId === null || accountId === channel.accountId)
      .map((channel) => ({ ...subject, companyId: channel.companyId, channelId: channel.id, event, channel })),
  )
  const known: typeof keys = []
  if (keys.length > 0)
    for (const { findKnown } of deps.handlers.webhook) known.push(...((await findKnown?.(deps, keys)) ?? []))
  return new Map(known.map(({ event, channel }) => [event, channel]))
}
