import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'mailjet',
  channel: 'email',
  displayName: 'Mailjet',
  beta: false,
  offeredInPicker: true,
  docs: 'https://dev.mailjet.com/email/guides/send-api-v31/',
  logo: { light: 'mailjet.png', dark: 'mailjet.png' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    { key: 'secretKey', displayName: 'API Secret', type: 'string', required: true, secret: true },
    ...emailSender,
  ],
}
