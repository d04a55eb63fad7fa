import { z } from 'zod'
import { channelType, notificationId } from './domain.ts'
import { inboxMessage } from './inbox.ts'
import { acknowledged, queryList, queryPage, wirePage } from './shared.ts'
import { v1 } from './v1.ts'

const common = { auth: 'apiKey', tag: 'Messages' } as const

export const maxMessagesAPage = 1000

export const listMessages = v1({
  ...common,
  method: 'GET',
  path: '/v1/messages',
  summary: 'List messages of all channels',
  query: z.object({
    page: queryPage,
    limit: z.coerce.number().int().min(1).default(10),
    subscriberId: z.string().optional(),
    channel: channelType.optional(),
    transactionId: queryList,
  }),
  response: wirePage(inboxMessage).extend({ totalCount: z.number(), hasMore: z.boolean() }),
})

export const deleteMessage = v1({
  ...common,
  method: 'DELETE',
  path: '/v1/messages/:messageId',
  summary: 'Delete a message',
  params: z.object({ messageId: notificationId }),
  response: acknowledged,
})

export const deleteTransactionMessages = v1({
  ...common,
  method: 'DELETE',
  path: '/v1/messages/transaction/:transactionId',
  summary: 'Delete the messages of a transaction, or those on one channel',
  params: z.object({ transactionId: z.string() }),
  query: z.object({ channel: channelType.optional() }),
  response: null,
})
