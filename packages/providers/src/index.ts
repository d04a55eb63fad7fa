import { adapters } from './adapters.ts'
import { findCatalogue } from './catalogue.ts'
import type { ProviderCatalogue } from './fields.ts'
import type { Adapter, MessageOf, Provider } from './provider.ts'

/** A provider with its adapter, if that is there; null when the channel has no provider of that name. */
export const findProvider = <C extends keyof MessageOf>(channel: C, id: string): Provider<MessageOf[C]> | null => {
  const catalogue = findCatalogue(channel, id)
  if (!catalogue) return null
  const ofChannel: Readonly<Record<string, unknown>> = adapters[channel]
  return { catalogue, ...(ofChannel[id] as Adapter<MessageOf[C]> | undefined) }
}

/** Whether messages can go through a provider. In-app messages need no one to carry them. */
export const canSendThrough = ({ channel, id }: Pick<ProviderCatalogue, 'channel' | 'id'>): boolean =>
  channel === 'in_app' || id in adapters[channel]
