import { findProvider } from '@recado/providers'
import {
  type Credentials,
  type OutgoingMessage,
  type Provider,
  ProviderError,
  type ProviderPorts,
} from '@recado/providers/provider'
import type { Deps } from '../../../context.ts'
import { PLATFORM_ORGANIZATION } from '../environments/platform.ts'
import type { IntegrationRow } from './queries/integrations.ts'

type Named = Pick<IntegrationRow, 'channel' | 'providerId'>
type Sealed = Pick<IntegrationRow, 'credentials'>

/** The credentials of an integration in plain text. */
export const openCredentials = ({ sealer }: Pick<Deps, 'sealer'>, { credentials }: Sealed): Credentials =>
  JSON.parse(sealer.open(credentials)) as Credentials

/** The provider of an integration, null when there is none of that name; without `send` its adapter is not there yet. */
export const senderFor = ({ channel, providerId }: Named): Provider<OutgoingMessage> | null => {
  const provider = findProvider(channel, providerId) as Provider<OutgoingMessage> | null
  const send = provider?.send
  if (!provider || !send) return provider
  return {
    ...provider,
    send: async (credentials, message, ports) => {
      if (message.channel !== channel)
        throw new ProviderError('refused', `${providerId} sends ${channel}, not ${message.channel}`)
      return send(credentials, message, ports)
    },
  }
}

/** What a provider may use of the world. WhatsApp is called where the installation has it; its mail server is its own. */
export const providerPorts = (
  {
    config,
    outbound,
    outboundSocket,
    mailer,
    now,
  }: Pick<Deps, 'config' | 'outbound' | 'outboundSocket' | 'mailer' | 'now'>,
  { providerId, organizationId }: Pick<IntegrationRow, 'providerId' | 'organizationId'>,
): ProviderPorts => ({
  request: outbound,
  connect: outboundSocket,
  now,
  ...(providerId === 'whatsapp-business'
    ? { baseUrl: `${config.WHATSAPP_GRAPH_URL}/${config.WHATSAPP_GRAPH_VERSION}` }
    : {}),
  ...(organizationId === PLATFORM_ORGANIZATION && config.SMTP_URL ? { sendMail: mailer.send } : {}),
})
