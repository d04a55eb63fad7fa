import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'burst-sms',
  channel: 'sms',
  displayName: 'BurstSMS',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developer.transmitsms.com/',
  logo: { light: 'burst-sms.svg', dark: 'burst-sms.svg' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    { key: 'secretKey', displayName: 'API Secret', type: 'string', required: true, secret: true },
  ],
}
