import type { ChannelType } from '@recado/contracts/notifications/domain'
import type { ConditionPorts } from '#server/notifications/definitions/conditions/evaluate.ts'
import {
  chooseIntegrations,
  type IntegrationChoice,
} from '#server/notifications/delivery/integrations/choose-integration.ts'
import { listEnvironmentIntegrations } from '#server/notifications/delivery/integrations/directory.ts'
import type { IntegrationRow } from '#server/notifications/delivery/integrations/queries.ts'
import { factsOf, type LiveRun } from '../world.ts'

/** Overrides of one channel, when the trigger gives some. */
export const overridesFor = (state: LiveRun, channel: string): Record<string, unknown> => {
  const given = state.event.overrides[channel]
  return typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {}
}

export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** Whether the trigger names an integration that is not there, or not active. */
export const isNamedInVain = (reason: string | null): boolean =>
  reason === 'override_unknown' || reason === 'override_inactive'

/** The integrations through which a step goes out: at most one, except for chat and push. */
export const integrationsFor = async (
  state: LiveRun,
  channel: ChannelType,
  ports: ConditionPorts,
): Promise<IntegrationChoice<IntegrationRow>> => {
  const identifier = nonEmptyText(overridesFor(state, channel)['integrationIdentifier'])
  const { subscriber, event } = state
  return chooseIntegrations(
    {
      integrations: await listEnvironmentIntegrations(state.ctx),
      channel,
      ...(identifier === undefined ? {} : { identifier }),
      recipient: { channels: subscriber.channels, phone: nonEmptyText(event.payload['phone']) ?? subscriber.phone },
    },
    factsOf(state, state.ctx.now()),
    ports,
  )
}
