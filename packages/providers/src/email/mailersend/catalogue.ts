import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'mailersend',
  channel: 'email',
  displayName: 'MailerSend',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.mailersend.com/api/v1/email.html',
  logo: { light: 'mailersend.svg', dark: 'mailersend.svg' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    ...emailSender,
  ],
}
