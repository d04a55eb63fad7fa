import type { OutgoingMessage, SendResult } from '@recado/providers/provider'
import { ProviderError } from '@recado/providers/provider'
import type { IntegrationRow } from '#server/notifications/delivery/integrations/queries.ts'
import { openCredentials, providerPorts, senderFor } from '#server/notifications/delivery/integrations/senders.ts'
import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'

/** A call of the integration's provider with this message. */
export const sendThrough =
  (ctx: EnvironmentCtx, integration: IntegrationRow, message: OutgoingMessage): (() => Promise<SendResult>) =>
  async () => {
    const send = senderFor(integration)?.send
    if (!send) throw new ProviderError('refused', `${integration.providerId} cannot send yet`)
    return send(openCredentials(ctx.deps, integration), message, providerPorts(ctx.deps, integration))
  }
