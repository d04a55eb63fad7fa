import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'sendchamp',
  channel: 'sms',
  displayName: 'Sendchamp',
  beta: false,
  offeredInPicker: true,
  docs: 'https://sendchamp.readme.io/reference/send-sms-1',
  logo: { light: 'sendchamp.svg', dark: 'sendchamp.svg' },
  credentials: [{ key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true }, ...smsSender],
}
