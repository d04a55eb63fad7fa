import { getContactHistory } from '@recado/contracts/contacts/contact-history'
import { getConversationCost } from '@recado/contracts/inbox/conversation-cost'
import * as contract from '@recado/contracts/inbox/conversations'
import * as messages from '@recado/contracts/inbox/messages'
import * as notes from '@recado/contracts/inbox/notes'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { assignConversation } from '#server/modules/inbox/commands/actions/assign.ts'
import { changeConversation, runCommand } from '#server/modules/inbox/commands/actions/command.ts'
import {
  labelConversation,
  markConversationRead,
  openConversation,
  prioritizeConversation,
  resolveConversation,
  snoozeConversation,
} from '#server/modules/inbox/commands/actions/commands.ts'
import { readContactHistory } from './actions/contact-history.ts'
import { readCost } from './actions/cost.ts'
import { dismissFailure, listFailures } from '#server/modules/inbox/commands/actions/failures.ts'
import { takeNext } from '#server/modules/inbox/commands/actions/next.ts'
import { removeNote, writeNote } from '#server/modules/inbox/commands/actions/notes.ts'
import { follow, listParticipants } from '#server/modules/inbox/commands/actions/participants.ts'
import { listAssignees, listColleagues } from './actions/people.ts'
import { listConversationPage, readConversationDetail } from './actions/read.ts'
import { listTimeline, readMessages } from '#server/modules/inbox/messages/actions/read.ts'
import { retryMedia } from '#server/modules/inbox/messages/actions/retry-media.ts'
import { start } from './actions/start.ts'
import { countOpen } from './queries/list.ts'

/** Team chat: conversations and their messages. Sending is mounted by its own module. */
export const conversationRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listConversations, (ctx, { query }) => listConversationPage(ctx, query))
  route(app, contract.countConversations, (ctx) => countOpen(ctx))
  route(app, contract.getConversation, (ctx, { params }) => readConversationDetail(ctx, params.id))
  route(app, contract.startConversation, (ctx, { body }) => start(ctx, body))
  route(app, contract.assignConversation, (ctx, { params, body }) =>
    changeConversation(ctx, params.id, assignConversation(body)),
  )
  route(app, contract.setConversationStatus, (ctx, { params, body }) =>
    changeConversation(
      ctx,
      params.id,
      body.status === 'resolved' ? resolveConversation(body.survey) : openConversation(),
    ),
  )
  route(app, contract.snoozeConversation, (ctx, { params, body }) =>
    changeConversation(ctx, params.id, snoozeConversation(body.until === null ? null : new Date(body.until))),
  )
  route(app, contract.setConversationPriority, (ctx, { params, body }) =>
    changeConversation(ctx, params.id, prioritizeConversation(body.priority)),
  )
  route(app, contract.setConversationLabels, (ctx, { params, body }) =>
    changeConversation(ctx, params.id, labelConversation(body)),
  )
  route(app, contract.readConversation, (ctx, { params, body }) =>
    changeConversation(ctx, params.id, markConversationRead(body.read)),
  )
  route(app, contract.takeNextConversation, async (ctx, { body }) => ({
    conversation: await takeNext(ctx, body.teamId),
  }))
  route(app, notes.writeNote, (ctx, { params, body }) => writeNote(ctx, params.id, body))
  route(app, notes.deleteNote, async (ctx, { params }) => {
    await runCommand(ctx, params.id, removeNote(params.messageId))
    return undefined
  })
  route(app, contract.listParticipants, (ctx, { params }) => listParticipants(ctx, params.id))
  route(app, contract.followConversation, async (ctx, { params, body }) => {
    await follow(ctx, params.id, body.following)
    return undefined
  })
  route(app, contract.listAssignees, (ctx, { query }) => listAssignees(ctx, query))
  route(app, contract.listColleagues, (ctx, { query }) => listColleagues(ctx, query))
  route(app, getConversationCost, (ctx, { params }) => readCost(ctx, params.id))
  route(app, getContactHistory, (ctx, { params }) => readContactHistory(ctx, params.id))
  route(app, messages.retryMedia, async (ctx, { params }) => {
    await retryMedia(ctx, params.id, params.messageId)
    return undefined
  })
  route(app, messages.listFailedMessages, async (ctx, { params }) => ({ data: await listFailures(ctx, params.id) }))
  route(app, messages.dismissFailedMessage, async (ctx, { params }) => {
    await runCommand(ctx, params.id, dismissFailure(params.messageId))
    return undefined
  })
  route(app, messages.listMessages, (ctx, { params, query }) => listTimeline(ctx, params.id, query))
  route(app, messages.getMessages, async (ctx, { params, query }) => ({
    data: await readMessages(ctx, params.id, query.ids),
  }))
}
