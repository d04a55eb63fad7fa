import * as contract from '@recado/contracts/inbox/conversations'
import * as messages from '@recado/contracts/inbox/messages'
import * as notes from '@recado/contracts/inbox/notes'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { assignConversation } from './actions/assign.ts'
import { changeConversation, runCommand } from './actions/command.ts'
import {
  labelConversation,
  markConversationRead,
  openConversation,
  prioritizeConversation,
  resolveConversation,
  snoozeConversation,
} from './actions/commands.ts'
import { dismissFailure, listFailures } from './actions/failures.ts'
import { takeNext } from './actions/next.ts'
import { removeNote, writeNote } from './actions/notes.ts'
import { follow, listParticipants } from './actions/participants.ts'

/** What members do with a conversation. What they send in it is mounted by its own module. */
export const commandRoutes = async (app: FastifyInstance): Promise<void> => {
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
  route(app, messages.listFailedMessages, async (ctx, { params }) => ({ data: await listFailures(ctx, params.id) }))
  route(app, messages.dismissFailedMessage, async (ctx, { params }) => {
    await runCommand(ctx, params.id, dismissFailure(params.messageId))
    return undefined
  })
}
