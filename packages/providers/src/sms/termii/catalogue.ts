import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'termii',
  channel: 'sms',
  displayName: 'Termii',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.termii.com/messaging-api',
  logo: { light: 'termii.png', dark: 'termii.png' },
  credentials: [{ key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true }, ...smsSender],
}
