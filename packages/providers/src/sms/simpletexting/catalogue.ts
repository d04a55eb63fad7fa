import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'simpletexting',
  channel: 'sms',
  displayName: 'SimpleTexting',
  beta: false,
  offeredInPicker: true,
  docs: 'https://simpletexting.com/api/docs/v2/',
  logo: { light: 'simpletexting.png', dark: 'simpletexting.png' },
  credentials: [{ key: 'apiKey', displayName: 'API Key', type: 'text', required: true, secret: true }, ...smsSender],
}
