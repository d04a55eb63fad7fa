import type { ChannelType, ConditionGroup } from '@recado/contracts/notifications/domain'
import {
  type ConditionFacts,
  type ConditionPorts,
  evaluateConditions,
} from '#server/notifications/definitions/conditions/evaluate.ts'

type Integration = {
  id: string
  identifier: string
  providerId: string
  channel: ChannelType
  active: boolean
  primary: boolean
  priority: number
  conditions: readonly ConditionGroup[]
  deletedAt?: Date | null
}

export type IntegrationChoice<T> =
  | { chosen: [T, ...T[]]; by: 'override' | 'conditions' | 'primary' | 'only' | 'credentials'; reason: null }
  | {
      chosen: []
      by: null
      reason:
        | 'override_unknown'
        | 'override_inactive'
        | 'no_active_integration'
        | 'no_credentials'
        | 'conditions_not_met'
    }
type Way = NonNullable<IntegrationChoice<unknown>['by']>
type Reason = NonNullable<IntegrationChoice<unknown>['reason']>

/** Whom it is for: where they can be reached, and what conditions may ask. */
type Recipient = {
  /** Addresses of the subscriber with providers. */
  channels: readonly { integrationId: string }[]
  /** With a phone number, WhatsApp reaches them without an address of its own. */
  phone: string | null
}

const hasConditions = ({ conditions }: Integration) => conditions.some(({ children }) => children.length > 0)
const byRank = (a: Integration, b: Integration) => b.priority - a.priority || (a.id < b.id ? -1 : 1)

const isAddressed = ({ id }: Integration, { channels }: Recipient) =>
  channels.some(({ integrationId }) => integrationId === id)

const reaches = (integration: Integration, recipient: Recipient) =>
  isAddressed(integration, recipient) || (integration.providerId === 'whatsapp-business' && Boolean(recipient.phone))

const askConditions = async <T extends Integration>(
  integrations: readonly T[],
  facts: ConditionFacts,
  ports: ConditionPorts,
) => {
  const refused = new Set<T>()
  if (facts.tenant === null) return { passed: null, refused }
  for (const integration of integrations.filter(hasConditions)) {
    if ((await evaluateConditions(integration.conditions, facts, ports)).passed) return { passed: integration, refused }
    refused.add(integration)
  }
  return { passed: null, refused }
}

const chooseFrom = <T>(found: readonly T[], by: Way, otherwise: Reason): IntegrationChoice<T> => {
  const [first, ...more] = found
  return first === undefined
    ? { chosen: [], by: null, reason: otherwise }
    : { chosen: [first, ...more], by, reason: null }
}

const chooseNamed = <T extends Integration>(named: T | undefined, many: boolean, recipient: Recipient) => {
  if (!named?.active) return chooseFrom<T>([], 'override', named ? 'override_inactive' : 'override_unknown')
  return chooseFrom(many && !reaches(named, recipient) ? [] : [named], 'override', 'no_credentials')
}

/** Every integration with an address of theirs, and one WhatsApp number that writes to their phone. */
const chooseReaching = <T extends Integration>(candidates: readonly T[], recipient: Recipient) => {
  const byPhone = candidates.find((one) => !isAddressed(one, recipient) && !hasConditions(one))
  return chooseFrom(
    candidates.filter((one) => isAddressed(one, recipient) || one === byPhone),
    'credentials',
    'conditions_not_met',
  )
}

/**
 * Through which integrations of an environment a channel goes: the one that the trigger names; with a tenant, the first
 * whose conditions pass; otherwise the primary one, for chat and push every one that reaches the subscriber. One with
 * conditions is never a mere fallback, and one that refused the tenant is left out.
 */
export const chooseIntegrations = async <T extends Integration>(
  input: {
    integrations: readonly T[]
    channel: ChannelType
    /** `integrationIdentifier` of the trigger's override for the channel. */
    identifier?: string | undefined
    recipient: Recipient
  },
  facts: ConditionFacts,
  ports: ConditionPorts,
): Promise<IntegrationChoice<T>> => {
  const { channel, identifier, recipient } = input
  const all = input.integrations.filter((integration) => integration.channel === channel && !integration.deletedAt)
  const many = channel === 'chat' || channel === 'push'
  if (identifier !== undefined) {
    const named = all.find((integration) => integration.identifier === identifier)
    return chooseNamed(named, many, recipient)
  }
  const active = all.filter((integration) => integration.active).sort(byRank)
  if (active.length === 0) return chooseFrom<T>([], 'only', 'no_active_integration')
  const candidates = many ? active.filter((integration) => reaches(integration, recipient)) : active
  if (candidates.length === 0) return chooseFrom<T>([], 'credentials', 'no_credentials')
  const { passed, refused } = await askConditions(candidates, facts, ports)
  if (passed) return chooseFrom([passed], 'conditions', 'conditions_not_met')
  const left = candidates.filter((integration) => !refused.has(integration))
  if (many) return chooseReaching(left, recipient)
  const primary = left.find((integration) => integration.primary)
  if (primary) return chooseFrom([primary], 'primary', 'no_active_integration')
  return chooseFrom(left.filter((integration) => !hasConditions(integration)).slice(0, 1), 'only', 'conditions_not_met')
}
