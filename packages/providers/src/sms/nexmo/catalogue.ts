import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'nexmo',
  channel: 'sms',
  displayName: 'Nexmo',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developer.vonage.com/en/api/sms',
  logo: { light: 'nexmo.png', dark: 'nexmo.png' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    { key: 'secretKey', displayName: 'API secret', type: 'string', required: true, secret: true },
    ...smsSender,
  ],
}
