import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'firetext',
  channel: 'sms',
  displayName: 'Firetext',
  beta: false,
  offeredInPicker: true,
  docs: 'https://www.firetext.co.uk/docs',
  logo: { light: 'firetext.svg', dark: 'firetext.svg' },
  credentials: [{ key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true }, ...smsSender],
}
