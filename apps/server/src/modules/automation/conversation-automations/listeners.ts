import type { CompanyCtx, Ctx } from '#server/context.ts'
import { type Listener, on } from '#server/events.ts'
import { eachApart } from '#server/jobs/each-apart.ts'
import { dropHeldSurveys, holdSurvey } from '#server/modules/automation/csat/index.ts'
import { fillQueues } from '#server/modules/automation/routing/index.ts'
import { trackSlaTargets } from '#server/modules/automation/sla/index.ts'
import { automationCtx, type CompanySettings, settingsOf } from '#server/modules/companies/settings-cache/index.ts'
import { markRead } from './mark-read.ts'

type Conversation = { companyId: string; conversationId: string }

/** Does something for each conversation of an event by what its company has set up, and one apart from the others. */
const automating =
  <P extends Conversation>(run: (ctx: CompanyCtx, settings: CompanySettings, payload: P) => Promise<void>) =>
  async ({ deps }: Ctx, payloads: readonly P[]): Promise<void> => {
    const runOne = async (payload: P) => {
      const settings = await settingsOf(deps, payload.companyId)
      if (settings) await run(automationCtx(deps, settings), settings, payload)
    }
    const [first, ...more] = payloads
    if (first && more.length === 0) return runOne(first)
    await eachApart(payloads, runOne)
  }

const how = (name: string) =>
  ({ name: `conversation_automations.${name}`, queue: 'standard', retrySeconds: [2, 30, 300] }) as const

/** Another SLA policy may hold now. */
const rechoosePolicy = automating<Conversation>(async (ctx, settings, { conversationId: id }) => {
  await trackSlaTargets(ctx, settings, { id, rechoose: true })
  await fillQueues(ctx, settings)
})

/** A member may have capacity again. */
const moveOn = automating<Conversation>(async (ctx, settings, { conversationId: id }) => {
  await trackSlaTargets(ctx, settings, { id })
  await fillQueues(ctx, settings)
})

/** What happens automatically when the team changes a conversation. Everything is done from the state that is found. */
export const conversationListeners: readonly Listener[] = [
  on('conversation.assignee_changed', { ...how('assignee_changed'), run: moveOn }),
  on('conversation.snoozed', { ...how('snoozed'), run: moveOn }),
  on('conversation.team_changed', { ...how('team_changed'), run: rechoosePolicy }),
  on('conversation.priority_changed', { ...how('priority_changed'), run: rechoosePolicy }),
  on('conversation.labels_changed', { ...how('labels_changed'), run: rechoosePolicy }),
  on('conversation.answered', {
    ...how('answered'),
    run: automating((ctx, settings, { conversationId: id }) => trackSlaTargets(ctx, settings, { id })),
  }),
  on('conversation.read', {
    ...how('read'),
    run: automating((ctx, settings, { conversationId }) => markRead(ctx, settings, conversationId)),
  }),
  on('conversation.resolved', {
    ...how('resolved'),
    run: automating(async (ctx, settings, { conversationId: id, survey }) => {
      await trackSlaTargets(ctx, settings, { id })
      if (survey) await holdSurvey(ctx, settings, id)
      await fillQueues(ctx, settings)
    }),
  }),
  on('conversation.reopened', {
    ...how('reopened'),
    run: automating(async (ctx, settings, { conversationId: id }) => {
      await trackSlaTargets(ctx, settings, { id, begins: true })
      await dropHeldSurveys(ctx, id)
      await fillQueues(ctx, settings)
    }),
  }),
]
