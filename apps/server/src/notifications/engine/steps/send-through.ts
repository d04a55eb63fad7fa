import type { OutgoingMessage, SendResult } from '@recado/providers/provider'
import { ProviderError } from '@recado/providers/provider'
import type { EnvironmentCtx } from '../../context.ts'
import { type IntegrationRow, openCredentials, providerPorts, senderFor } from '../../integrations/index.ts'

/** A call of the integration's provider with this message. */
export const sendThrough =
  (ctx: EnvironmentCtx, integration: IntegrationRow, message: OutgoingMessage): (() => Promise<SendResult>) =>
  async () => {
    const send = senderFor(integration)?.send
    if (!send) throw new ProviderError('refused', `${integration.providerId} cannot send yet`)
    return send(openCredentials(ctx.deps, integration), message, providerPorts(ctx.deps, integration))
  }
