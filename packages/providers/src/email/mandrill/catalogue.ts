import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'mandrill',
  channel: 'email',
  displayName: 'Mandrill',
  beta: false,
  offeredInPicker: true,
  docs: 'https://mailchimp.com/developer/transactional/api/messages/send-new-message/',
  logo: { light: 'mandrill.svg', dark: 'mandrill.svg' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    ...emailSender,
  ],
}
