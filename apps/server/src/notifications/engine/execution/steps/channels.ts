import { renderInApp } from '#server/notifications/definitions/templates/in-app.ts'
import { detail } from '../../activity/details.ts'
import { done, type Outcome } from '../outcome.ts'
import type { LiveRun } from '../world.ts'
import type { ChannelTask } from './channel-task.ts'
import { chatStep } from './chat.ts'
import { emailStep } from './email.ts'
import { integrationsFor } from './integration.ts'
import { messageOf } from './message.ts'
import { pushStep } from './push.ts'
import { contextOf, isOutcome, renderOrFail } from './rendering.ts'
import { smsStep } from './sms.ts'

const inAppStep = async (state: LiveRun, { template, job, ports }: ChannelTask): Promise<Outcome> => {
  const now = state.ctx.now()
  const { chosen, reason } = await integrationsFor(state, 'in_app', ports)
  const [integration] = chosen
  if (!integration) return done('failed', [detail('no_integration', now, { raw: JSON.stringify({ reason }) })])
  const context = await contextOf(state, job)
  const content = renderOrFail(state, () => renderInApp(template, context))
  if (isOutcome(content)) return content
  const { actor } = template
  const message = messageOf(
    state,
    { job, template, channel: 'in_app' },
    {
      content: content.content,
      cta: content.cta,
      actor: actor && actor.type !== 'none' ? actor : null,
      feedId: template.feedId ?? null,
      providerId: integration.providerId,
      integrationId: integration.id,
    },
  )
  const { providerId } = integration
  const about = { providerId, messageId: message.id }
  return done(
    'completed',
    [
      detail('sending_started', now),
      detail('integration_selected', now, { providerId }),
      ...(state.tenant ? [detail('tenant_selected', now)] : []),
      detail('message_created', now, about),
      detail('message_sent', now, about),
    ],
    {
      messages: [message],
      providerId,
      ...(actor?.type === 'user' && !state.actor ? { logs: [{ code: 3012 as const }] } : {}),
    },
  )
}

/** Makes the message of a channel step: stored at once for the inbox, handed to providers for the others. */
export const channelStep = async (state: LiveRun, task: ChannelTask): Promise<Outcome> => {
  switch (task.template.type) {
    case 'email':
      return emailStep(state, task)
    case 'sms':
      return smsStep(state, task)
    case 'chat':
      return chatStep(state, task)
    case 'push':
      return pushStep(state, task)
    default:
      return inAppStep(state, task)
  }
}
