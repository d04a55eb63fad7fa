import type { ChannelType } from '@recado/contracts/notifications/domain'
import { maxMessagesAPage } from '@recado/contracts/notifications/messages'
import { loadSubscriber } from '#server/notifications/audience/subscribers/actions.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { badRequest, notFound } from '#server/notifications/shared/errors.ts'
import { publishRecount } from '#server/notifications/shared/inbox-changes.ts'
import * as queries from './queries/all-channels.ts'
import { messageViews } from './view.ts'

const INBOXES_A_CHANGE = 1000

type MessageQuery = {
  page: number
  limit: number
  subscriberId?: string | undefined
  channel?: ChannelType | undefined
  transactionId?: string[] | undefined
}

/** A page of what was delivered on all channels. */
export const listMessages = async (ctx: EnvironmentCtx, { page, limit, ...query }: MessageQuery) => {
  if (limit > maxMessagesAPage) throw badRequest(`Limit can not be larger then ${maxMessagesAPage}`)
  const subscriber = query.subscriberId === undefined ? null : await loadSubscriber(ctx, query.subscriberId)
  const filter = { subscriberId: subscriber?.id, channel: query.channel, transactionIds: query.transactionId }
  const { rows, total } = await queries.findMessagePage(ctx, filter, page * limit, limit)
  const data = await messageViews(ctx, rows)
  return { page, pageSize: limit, totalCount: total, hasMore: (page + 1) * limit < total, data }
}

const announceRemoval = (ctx: EnvironmentCtx, inboxes: readonly string[]): void =>
  ctx.afterCommit(() => {
    for (let from = 0; from < inboxes.length; from += INBOXES_A_CHANGE) {
      publishRecount(ctx.deps, inboxes.slice(from, from + INBOXES_A_CHANGE))
    }
  })

/** 404 when there is no such message. */
export const deleteMessage = async (ctx: EnvironmentCtx, messageId: string): Promise<void> => {
  const { count, inboxes } = await queries.deleteMessages(ctx, { id: messageId.toLowerCase() })
  if (count === 0) throw notFound(`Message with id ${messageId} not found`)
  announceRemoval(ctx, inboxes)
}

/** 404 when the transaction has no messages, or none on the channel. */
export const deleteTransactionMessages = async (
  ctx: EnvironmentCtx,
  transactionId: string,
  channel?: ChannelType | undefined,
): Promise<void> => {
  const { count, inboxes } = await queries.deleteMessages(ctx, { transactionIds: [transactionId], channel })
  if (count === 0) throw notFound(`No messages of the transaction ${transactionId} found`)
  announceRemoval(ctx, inboxes)
}
