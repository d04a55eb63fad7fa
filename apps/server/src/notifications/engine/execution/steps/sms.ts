import { renderPlain } from '#server/notifications/definitions/templates/plain.ts'
import type { IntegrationRow } from '#server/notifications/delivery/integrations/queries.ts'
import { openCredentials, senderFor } from '#server/notifications/delivery/integrations/senders.ts'
import { detail } from '../../activity/details.ts'
import { done, type Outcome } from '../outcome.ts'
import type { LiveRun } from '../world.ts'
import type { ChannelTask } from './channel-task.ts'
import { deliverOutcome } from './deliver-outcome.ts'
import { integrationsFor, isNamedInVain, nonEmptyText, overridesFor } from './integration.ts'
import { messageOf } from './message.ts'
import { contextOf, isOutcome, renderOrFail } from './rendering.ts'
import { sendThrough } from './send-through.ts'

/** Whether the provider needs a number or name to send from, and has none. */
const lacksSender = ({ ctx }: LiveRun, integration: IntegrationRow): boolean => {
  const fields = senderFor(integration)?.catalogue.credentials ?? []
  const needed = fields.some(({ key, required }) => key === 'from' && required)
  return needed && !nonEmptyText(openCredentials(ctx.deps, integration)['from'])
}

export const smsStep = async (state: LiveRun, { template, job, ports }: ChannelTask): Promise<Outcome> => {
  const now = state.ctx.now()
  const overrides = overridesFor(state, 'sms')
  const phone =
    nonEmptyText(overrides['to']) ?? nonEmptyText(state.event.payload['phone']) ?? nonEmptyText(state.subscriber.phone)
  if (!phone) return done('failed', [detail('no_phone', now)], { logs: [{ code: 3003 }] })
  const { chosen, reason } = await integrationsFor(state, 'sms', ports)
  const [integration] = chosen
  if (!integration)
    return done('failed', [detail('no_integration', now, { raw: JSON.stringify({ reason }) })], {
      logs: [{ code: isNamedInVain(reason) ? 1006 : 3007 }],
    })
  const from = nonEmptyText(overrides['from'])
  if (!from && lacksSender(state, integration)) {
    const raw = JSON.stringify({ reason: 'no_sender' })
    return done('failed', [detail('no_integration', now, { raw })], { logs: [{ code: 1006 }] })
  }
  const context = await contextOf(state, job)
  const plain = renderOrFail(state, () => renderPlain(template, context))
  if (isOutcome(plain)) return plain
  const content = nonEmptyText(overrides['content']) ?? plain.content
  const { providerId, id: integrationId } = integration
  const message = messageOf(
    state,
    { job, template, channel: 'sms' },
    {
      content,
      providerId,
      integrationId,
      address: phone,
      status: 'pending',
    },
  )
  const send = sendThrough(state.ctx, integration, {
    channel: 'sms',
    id: message.id,
    to: phone,
    from,
    content,
    customData: overrides['customData'],
  })
  const failure = { all: null, one: 'provider_error', log: 1004 } as const
  return deliverOutcome(state, [{ message, send }], failure)
}
