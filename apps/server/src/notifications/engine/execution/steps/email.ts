import type { StepTemplate } from '@recado/contracts/notifications/domain'
import type { StoredStep } from '#server/db/schema/notifications/workflows.ts'
import { findDefaultLayout, findLayoutByIdOrIdentifier } from '#server/notifications/definitions/layouts/queries.ts'
import { renderEmail } from '#server/notifications/definitions/templates/email.ts'
import { detail } from '../../activity/details.ts'
import { attachmentsOf } from '../attachments.ts'
import { done, type Outcome } from '../outcome.ts'
import type { LiveRun } from '../world.ts'
import type { ChannelTask } from './channel-task.ts'
import { deliverOutcome } from './deliver-outcome.ts'
import { integrationsFor, nonEmptyText, overridesFor } from './integration.ts'
import { messageOf } from './message.ts'
import { contextOf, isOutcome, renderOrFail } from './rendering.ts'
import { sendThrough } from './send-through.ts'

const list = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string => typeof item === 'string' && item !== '')

/** Addresses it goes to: the trigger's, or the subscriber's own. */
const addressesOf = (state: LiveRun, overrides: Record<string, unknown>): string[] => {
  const given = list(overrides['to'])
  if (given.length > 0) return given
  const own = nonEmptyText(state.event.payload['email']) ?? nonEmptyText(state.subscriber.email)
  return own ? [own] : []
}

const plainHeaders = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {}

/** The layout a step is put into: the one that the trigger or the step names, or the default one; null when there is none. */
const layoutOf = async (state: LiveRun, template: StepTemplate) => {
  const named = nonEmptyText(state.event.overrides['layoutIdentifier']) ?? template.layoutId
  if (named) return { named, layout: await findLayoutByIdOrIdentifier(state.ctx, named) }
  return { named, layout: template.contentType === 'customHtml' ? null : await findDefaultLayout(state.ctx) }
}

/** Inbound replies need a domain that this installation has not got. */
const replyDetails = (state: LiveRun, step: StoredStep) =>
  step.replyCallback?.active ? [detail('reply_misconfigured', state.ctx.now())] : []

export const emailStep = async (state: LiveRun, { step, template, job, ports }: ChannelTask): Promise<Outcome> => {
  const now = state.ctx.now()
  const overrides = overridesFor(state, 'email')
  const to = addressesOf(state, overrides)
  if (to.length === 0) return done('failed', [detail('no_email', now)], { logs: [{ code: 3002 }] })
  const { chosen, reason } = await integrationsFor(state, 'email', ports)
  const [integration] = chosen
  if (!integration)
    return done('failed', [detail('no_integration', now, { raw: JSON.stringify({ reason }) })], {
      logs: [{ code: 3005 }],
    })
  const { named, layout } = await layoutOf(state, template)
  if (named && !layout) return done('failed', [detail('layout_not_found', now, { raw: JSON.stringify({ named }) })])
  const context = await contextOf(state, job, template.preheader)
  const inEditor = template.contentType !== 'customHtml'
  const mail = renderOrFail(
    state,
    () => renderEmail(template, context, layout),
    inEditor ? { moment: 'editor_syntax_error', logs: [{ code: 3013 }] } : undefined,
  )
  if (isOutcome(mail)) return mail
  const subject = nonEmptyText(overrides['subject']) ?? mail.subject
  const html = nonEmptyText(overrides['html']) ?? mail.html
  const { providerId, id: integrationId } = integration
  const message = messageOf(
    state,
    { job, template, channel: 'email' },
    {
      subject,
      content: html,
      providerId,
      integrationId,
      address: to.join(', '),
      status: 'pending',
    },
  )
  const send = sendThrough(state.ctx, integration, {
    channel: 'email',
    id: message.id,
    to,
    from: nonEmptyText(overrides['from']),
    senderName: nonEmptyText(overrides['senderName']) ?? nonEmptyText(mail.senderName),
    subject,
    html,
    text: nonEmptyText(overrides['text']) ?? mail.text,
    cc: list(overrides['cc']),
    bcc: list(overrides['bcc']),
    replyTo: nonEmptyText(overrides['replyTo']),
    headers: plainHeaders(overrides['headers']),
    attachments: await attachmentsOf(state.ctx, state.event, 'email'),
    customData: overrides['customData'],
    payloadDetails: state.event.payload,
    notificationDetails: {
      transactionId: state.event.transactionId,
      workflowIdentifier: state.workflow.identifier,
      subscriberId: state.subscriber.subscriberId,
    },
  })
  const failure = { all: null, one: 'provider_error', log: 1008 } as const
  return deliverOutcome(state, [{ message, send }], failure, replyDetails(state, step))
}
