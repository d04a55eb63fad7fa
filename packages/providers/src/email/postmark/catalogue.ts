import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'postmark',
  channel: 'email',
  displayName: 'Postmark',
  beta: false,
  offeredInPicker: true,
  docs: 'https://postmarkapp.com/developer/api/email-api',
  logo: { light: 'postmark.png', dark: 'postmark.png' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    ...emailSender,
  ],
}
