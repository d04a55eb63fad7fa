import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'resend',
  channel: 'email',
  displayName: 'Resend',
  beta: false,
  offeredInPicker: true,
  docs: 'https://resend.com/docs/api-reference/emails/send-email',
  logo: { light: 'resend.svg', dark: 'resend.svg' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    ...emailSender,
  ],
}
