import type { ReplyRoute, ReplyTarget } from '@recado/contracts/campaigns/content'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { parseOptOutKeyword, stopMarketing } from '#server/modules/automation/opt-outs/index.ts'
import { emitCampaign, findCampaignRow } from '#server/modules/campaigns/campaigns/index.ts'
import type { CompanySettings } from '#server/modules/companies/settings-cache/index.ts'
import { addToList } from '#server/modules/contacts/lists/index.ts'
import { addTag } from '#server/modules/contacts/tags/index.ts'
import { assignConversation, commandOf, runCommand } from '#server/modules/inbox/commands/index.ts'
import { findMessage, type StoredMessage } from '#server/modules/inbox/messages/index.ts'
import type { Answered } from './jobs.ts'
import { insertTaken, updateGone } from './queries.ts'
import { missingTargets } from './targets.ts'

/** What stands on a pressed button, and what WhatsApp gives back of it. */
const pressedIn = ({ type, body, payload }: StoredMessage): (string | null)[] => {
  if (type !== 'button') return []
  const { button } = payload as { button?: { payload?: string | null } }
  return [body, button?.payload ?? null]
}

/** The route of an answer: that of the button that was pressed, or else of any other answer. */
const routeOf = (routes: readonly ReplyRoute[], message: StoredMessage): ReplyRoute | undefined => {
  const pressed = pressedIn(message)
  return (
    routes.find(({ button }) => button !== null && pressed.includes(button)) ??
    routes.find(({ button }) => button === null)
  )
}

const withContact = async (tx: CompanyCtx, route: ReplyRoute, message: StoredMessage): Promise<void> => {
  const { contactId, conversationId, occurredAt: at, id: messageId, body: words } = message
  if (route.optOut) await stopMarketing(tx, { contactId, conversationId, at }, { messageId, words })
  if (route.tagId) await addTag(tx, contactId, route.tagId)
  if (route.listId) await addToList(tx, route.listId, [contactId], 'campaign')
}

const withConversation = async (tx: CompanyCtx, route: ReplyRoute, conversationId: string): Promise<void> => {
  const { labelId, teamId, assigneeId } = route
  if (labelId) await runCommand(tx, conversationId, commandOf({ type: 'labels', add: [labelId], remove: [] }))
  if (!(teamId || assigneeId)) return
  await runCommand(
    tx,
    conversationId,
    assignConversation({ ...(teamId && { teamId }), ...(assigneeId && { assigneeId }) }),
  )
  const event = teamId ? 'conversation.team_changed' : 'conversation.assignee_changed'
  await emit(tx, event, { companyId: tx.company.id, conversationId })
}

const without = (route: ReplyRoute, gone: readonly ReplyTarget[]): ReplyRoute => ({
  ...route,
  ...Object.fromEntries(gone.map((target) => [target, null])),
})

/**
 * Does what a campaign has set up for an answer to it, once for each answer; for answers that press none of its buttons,
 * once for each person. What is gone meanwhile is left out, and noted.
 */
export const takeRoute = async (
  ctx: CompanyCtx,
  settings: CompanySettings,
  { campaignId, messageId, answeredId }: Answered,
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const message = await findMessage(tx, messageId)
    const campaign = await findCampaignRow(tx, campaignId)
    if (message?.direction !== 'in' || !campaign) return
    const route = routeOf(campaign.content.replies, message)
    if (!route) return
    const { optOut } = settings.channel(message.channelId)
    // It is answered as what it is, and says nothing else.
    if (route.button === null && parseOptOutKeyword(optOut, message.body)) return
    if (!(await insertTaken(tx, { messageId, answeredId, campaignId, button: route.button ?? '' }))) return
    const gone = (await missingTargets(tx, [route])).map(({ target }) => target)
    const whole = without(route, gone)
    await withContact(tx, whole, message)
    await withConversation(tx, whole, message.conversationId)
    if (gone.length > 0) await updateGone(tx, messageId, gone)
    emitCampaign(tx, campaignId)
  })
