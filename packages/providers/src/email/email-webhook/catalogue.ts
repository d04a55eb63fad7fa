import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'email-webhook',
  channel: 'email',
  displayName: 'Email Webhook',
  beta: true,
  offeredInPicker: true,
  docs: null,
  logo: { light: 'email_webhook.svg', dark: 'email_webhook.svg' },
  credentials: [
    {
      key: 'webhookUrl',
      displayName: 'Webhook URL',
      type: 'string',
      required: true,
      secret: true,
      description: 'Receives every mail as JSON.',
    },
    {
      key: 'secretKey',
      displayName: 'Secret Hmac Key',
      type: 'string',
      required: true,
      secret: true,
      description: 'Signs each call, so that the receiver can trust it.',
    },
    ...emailSender,
  ],
}
