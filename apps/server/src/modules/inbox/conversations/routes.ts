import { getContactHistory, listContactFiles } from '@recado/contracts/contacts/contact-history'
import { listContactTimeline } from '@recado/contracts/contacts/contact-timeline'
import { getConversationCost } from '@recado/contracts/inbox/conversation-cost'
import * as contract from '@recado/contracts/inbox/conversations'
import { findRecipients } from '@recado/contracts/inbox/recipients'
import type { FastifyInstance } from 'fastify'
import { route } from '#server/http/mount.ts'
import { readContactFiles, readContactHistory } from './actions/contact-history.ts'
import { readContactTimeline } from './actions/contact-timeline.ts'
import { readCost } from './actions/cost.ts'
import { listAssignees, listColleagues } from './actions/people.ts'
import { listConversationPage, readConversationDetail } from './actions/read.ts'
import { readRecipients } from './actions/recipients.ts'
import { startConversation } from './actions/start.ts'
import { countFiltered, countOpen } from './queries/list.ts'

/** Team chat: which conversations there are, and with whom. */
export const conversationRoutes = async (app: FastifyInstance): Promise<void> => {
  route(app, contract.listConversations, (ctx, { query }) => listConversationPage(ctx, query))
  route(app, contract.countConversations, (ctx) => countOpen(ctx))
  route(app, contract.countFilters, async (ctx, { body }) => ({ counts: await countFiltered(ctx, body.filters) }))
  route(app, contract.getConversation, (ctx, { params }) => readConversationDetail(ctx, params.id))
  route(app, contract.startConversation, (ctx, { body }) => startConversation(ctx, body))
  route(app, findRecipients, (ctx, { query }) => readRecipients(ctx, query))
  route(app, contract.listAssignees, (ctx, { query }) => listAssignees(ctx, query))
  route(app, contract.listColleagues, (ctx, { query }) => listColleagues(ctx, query))
  route(app, getConversationCost, (ctx, { params }) => readCost(ctx, params.id))
  route(app, listContactTimeline, (ctx, { params, query }) => readContactTimeline(ctx, params.id, query))
  route(app, listContactFiles, (ctx, { params, query }) => readContactFiles(ctx, params.id, query))
  route(app, getContactHistory, (ctx, { params }) => readContactHistory(ctx, params.id))
}
