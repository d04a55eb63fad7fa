import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'push-webhook',
  channel: 'push',
  displayName: 'Push Webhook',
  beta: true,
  offeredInPicker: true,
  docs: null,
  logo: { light: 'push-webhook.svg', dark: 'push-webhook.svg' },
  credentials: [
    {
      key: 'webhookUrl',
      displayName: 'Webhook URL',
      type: 'string',
      required: true,
      secret: true,
      description: 'Receives every push as JSON.',
    },
    {
      key: 'secretKey',
      displayName: 'Secret Hmac Key',
      type: 'string',
      required: true,
      secret: true,
      description: 'Signs each call, so that the receiver can trust it.',
    },
  ],
}
