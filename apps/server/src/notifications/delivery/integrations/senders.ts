import { findProvider } from '@recado/providers'
import { secretFields } from '@recado/providers/credentials'
import {
  type Credentials,
  type OutgoingMessage,
  type Provider,
  ProviderError,
  type ProviderPorts,
} from '@recado/providers/provider'
import type { Deps } from '#server/context.ts'
import { PLATFORM_ORGANIZATION } from '#server/notifications/shared/platform.ts'
import type { IntegrationRow } from './queries.ts'

type Named = Pick<IntegrationRow, 'channel' | 'providerId'>
type Sealed = Pick<IntegrationRow, 'credentials'>

/** The credentials of an integration in plain text. */
export const openCredentials = ({ sealer }: Pick<Deps, 'sealer'>, { credentials }: Sealed): Credentials =>
  JSON.parse(sealer.open(credentials)) as Credentials

const HIDDEN = '•••'
const SHORTEST_SECRET = 4

const secretsOf = ({ catalogue }: Provider<OutgoingMessage>, credentials: Credentials): string[] =>
  secretFields(catalogue)
    .map((key) => credentials[key])
    .filter((value) => typeof value === 'string' && value.length >= SHORTEST_SECRET) as string[]

/** What vendors answer is kept and shown, and some of them repeat what they were sent. */
const withoutSecrets = (error: unknown, secrets: readonly string[]): unknown => {
  if (!(error instanceof ProviderError)) return error
  const hide = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, HIDDEN), text)
  const { kind, message, raw, code, retryAfterSeconds, cause } = error
  return new ProviderError(kind, hide(message), { raw: raw && hide(raw), code, retryAfterSeconds, cause })
}

/**
 * The provider of an integration, null when there is none of that name; without `send` its adapter is not there yet. Its
 * errors hold no secrets of the credentials.
 */
export const senderFor = ({ channel, providerId }: Named): Provider<OutgoingMessage> | null => {
  const provider = findProvider(channel, providerId) as Provider<OutgoingMessage> | null
  const send = provider?.send
  if (!provider || !send) return provider
  const { check } = provider
  const discreetly = async <R>(credentials: Credentials, call: () => Promise<R>): Promise<R> => {
    try {
      return await call()
    } catch (error) {
      throw withoutSecrets(error, secretsOf(provider, credentials))
    }
  }
  return {
    ...provider,
    send: async (credentials, message, ports) => {
      if (message.channel !== channel)
        throw new ProviderError('refused', `${providerId} sends ${channel}, not ${message.channel}`)
      return discreetly(credentials, () => send(credentials, message, ports))
    },
    ...(check ? { check: (credentials, ports) => discreetly(credentials, () => check(credentials, ports)) } : {}),
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
