import { channelCredentials } from '#server/notifications/audience/subscribers/credentials.ts'
import { renderPlain } from '#server/notifications/definitions/templates/plain.ts'
import type { IntegrationRow } from '#server/notifications/delivery/integrations/queries.ts'
import { detail } from '../../activity/details.ts'
import { done, type Outcome } from '../outcome.ts'
import type { LiveRun } from '../world.ts'
import type { ChannelTask } from './channel-task.ts'
import type { Attempt } from './deliver.ts'
import { deliverOutcome } from './deliver-outcome.ts'
import { integrationsFor, nonEmptyText, overridesFor } from './integration.ts'
import { messageOf } from './message.ts'
import { contextOf, isOutcome, renderOrFail } from './rendering.ts'
import { sendThrough } from './send-through.ts'

type Target = {
  integration: IntegrationRow
  webhookUrl?: string | undefined
  channel?: string | undefined
  phoneNumber?: string | undefined
}

/** Every chat address of the subscriber: the channels they have, and WhatsApp by their phone number. */
const targetsOf = (state: LiveRun, integrations: IntegrationRow[]): Target[] => {
  const { subscriber, event } = state
  const phone = nonEmptyText(event.payload['phone']) ?? nonEmptyText(subscriber.phone)
  return integrations.flatMap((integration): Target[] => {
    if (integration.providerId === 'whatsapp-business') return phone ? [{ integration, phoneNumber: phone }] : []
    const own = subscriber.channels.filter(({ integrationId }) => integrationId === integration.id)
    return own.map((channel) => {
      const credentials = channelCredentials(state.ctx.deps, channel)
      return {
        integration,
        webhookUrl: nonEmptyText(event.payload['webhookUrl']) ?? nonEmptyText(credentials['webhookUrl']),
        channel: nonEmptyText(credentials['channel']),
        phoneNumber: nonEmptyText(credentials['phoneNumber']),
      }
    })
  })
}

export const chatStep = async (state: LiveRun, { template, job, ports }: ChannelTask): Promise<Outcome> => {
  const now = state.ctx.now()
  const { chosen, reason } = await integrationsFor(state, 'chat', ports)
  if (reason && reason !== 'no_credentials') {
    return done('failed', [detail('no_integration', now, { raw: JSON.stringify({ reason }) })], {
      logs: [{ code: 3008 }],
    })
  }
  const targets = targetsOf(state, chosen)
  if (targets.length === 0) return done('failed', [detail('no_chat_channel', now)], { logs: [{ code: 3006 }] })
  const context = await contextOf(state, job)
  const plain = renderOrFail(state, () => renderPlain(template, context))
  if (isOutcome(plain)) return plain
  const attempts = targets.map(({ integration, ...address }): Attempt => {
    const { providerId, id: integrationId } = integration
    const overrides = { ...overridesFor(state, 'chat'), ...overridesFor(state, providerId) }
    const content = nonEmptyText(overrides['content']) ?? plain.content
    const message = messageOf(
      state,
      { job, template, channel: 'chat' },
      {
        target: integrationId,
        content,
        providerId,
        integrationId,
        address: address.phoneNumber ?? null,
        status: 'pending',
      },
    )
    const customData = overrides['customData']
    const send = sendThrough(state.ctx, integration, {
      ...address,
      channel: 'chat',
      chatChannel: address.channel,
      id: message.id,
      content,
      customData,
    })
    return { message, send }
  })
  const failure = { all: 'all_chat_channels_failed', one: 'chat_target_failed', log: 1005 } as const
  return deliverOutcome(state, attempts, failure)
}
