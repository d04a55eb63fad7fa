import { channelCredentials } from '#server/notifications/audience/subscribers/credentials.ts'
import { renderPlain } from '#server/notifications/definitions/templates/plain.ts'
import type { IntegrationRow } from '#server/notifications/delivery/integrations/queries.ts'
import { detail } from '../../activity/details.ts'
import { done, type Outcome } from '../outcome.ts'
import type { LiveRun } from '../world.ts'
import type { ChannelTask } from './channel-task.ts'
import type { Attempt } from './deliver.ts'
import { deliverOutcome } from './deliver-outcome.ts'
import { integrationsFor, isNamedInVain, overridesFor } from './integration.ts'
import { messageOf } from './message.ts'
import { contextOf, isOutcome, renderOrFail } from './rendering.ts'
import { sendThrough } from './send-through.ts'

const tokensOf = (state: LiveRun, integration: IntegrationRow): string[] =>
  state.subscriber.channels
    .filter(({ integrationId }) => integrationId === integration.id)
    .flatMap((channel) => channelCredentials(state.ctx.deps, channel)['deviceTokens'] ?? [])
    .filter((token): token is string => typeof token === 'string' && token !== '')

export const pushStep = async (state: LiveRun, { template, job, ports }: ChannelTask): Promise<Outcome> => {
  const now = state.ctx.now()
  const { chosen, reason } = await integrationsFor(state, 'push', ports)
  if (reason && reason !== 'no_credentials') {
    return done('failed', [detail('no_integration', now, { raw: JSON.stringify({ reason }) })], {
      logs: [{ code: isNamedInVain(reason) ? 1011 : 3009 }],
    })
  }
  const targets = [...chosen]
    .map((integration) => ({ integration, tokens: tokensOf(state, integration) }))
    .filter(({ tokens }) => tokens.length > 0)
  if (targets.length === 0) return done('failed', [detail('no_device_tokens', now)], { logs: [{ code: 3010 }] })
  const context = await contextOf(state, job)
  const plain = renderOrFail(state, () => renderPlain(template, context))
  if (isOutcome(plain)) return plain
  const attempts = targets.map(({ integration, tokens }): Attempt => {
    const { providerId, id: integrationId } = integration
    const message = messageOf(
      state,
      { job, template, channel: 'push' },
      {
        target: integrationId,
        title: plain.title ?? null,
        content: plain.content,
        providerId,
        integrationId,
        status: 'pending',
      },
    )
    const send = sendThrough(state.ctx, integration, {
      channel: 'push',
      id: message.id,
      targets: tokens,
      title: plain.title ?? '',
      content: plain.content,
      payload: state.event.payload,
      overrides: { ...overridesFor(state, 'push'), ...overridesFor(state, providerId) },
      subscriber: { subscriberId: state.subscriber.subscriberId },
    })
    return { message, send }
  })
  const failure = { all: 'all_push_targets_failed', one: 'push_target_failed', log: 1010 } as const
  return deliverOutcome(state, attempts, failure)
}
