import type { EndpointResult } from '@recado/contracts'
import { contactEventKinds, type TriggerKind } from '@recado/contracts/automation/automation-events'
import { type estimateAutomation, estimateDays } from '@recado/contracts/automation/automation-runs'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { findAutomation } from '#server/modules/automation/automations/index.ts'
import { found } from '#server/modules/shared/settings-resource/index.ts'
import { evaluate } from '../conditions/evaluate.ts'
import { matches } from '../events/matches.ts'
import { listHappened } from '../queries/samples.ts'
import { seesDetails } from '../view.ts'

const DAY = 86_400_000
/** So much of what happened is looked at, and conditions are asked of so much of it. */
const LOOKED_AT = 5000
const ASKED = 1000

const happens: ReadonlySet<TriggerKind> = new Set([
  ...contactEventKinds,
  'conversation_unassigned',
  'campaign_unanswered',
])

const unknown = { contacts: null, more: false }

/**
 * For how many contacts the draft would have started in the last days, by its trigger and its conditions as they hold now.
 * Throws `not_found`, and `forbidden` for readers who may not see what conditions can ask.
 */
export const estimate = async (
  ctx: CompanyCtx,
  automationId: string,
): Promise<EndpointResult<typeof estimateAutomation>> => {
  if (!seesDetails(ctx)) throw new AppError('forbidden')
  const { trigger, conditions } = found(await findAutomation(ctx, automationId)).draft
  if (!trigger || !happens.has(trigger.kind)) return unknown
  const from = new Date(ctx.now().getTime() - estimateDays * DAY)
  const happened = await listHappened(ctx, { kind: trigger.kind, automationId, from, limit: LOOKED_AT })
  if (happened.length === 0) return unknown
  const starting = happened.filter((one) => one.contactId !== null && matches(trigger, one))
  const asked = starting.slice(0, ASKED)
  const verdicts = await evaluate(
    ctx,
    conditions,
    asked.map(({ kind, contactId, conversationId, fields }) => ({
      ...{ trigger: kind, contactId, conversationId, event: fields, variables: {} },
    })),
  )
  const contacts = new Set(asked.flatMap(({ contactId }, index) => (verdicts[index]?.holds ? [contactId] : [])))
  return { contacts: contacts.size, more: happened.length === LOOKED_AT || starting.length > ASKED }
}
