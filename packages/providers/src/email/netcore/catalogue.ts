import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'netcore',
  channel: 'email',
  displayName: 'Netcore',
  beta: false,
  offeredInPicker: true,
  docs: 'https://emaildocs.netcorecloud.com/',
  logo: { light: 'netcore.png', dark: 'netcore.png' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    ...emailSender,
  ],
}
