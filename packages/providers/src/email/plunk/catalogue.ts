import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'plunk',
  channel: 'email',
  displayName: 'Plunk',
  beta: false,
  offeredInPicker: true,
  docs: 'https://docs.useplunk.com/api-reference/transactional/send',
  logo: { light: 'plunk.png', dark: 'plunk.png' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    ...emailSender,
  ],
}
