import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'sms77',
  channel: 'sms',
  displayName: 'sms77',
  beta: false,
  offeredInPicker: true,
  docs: 'https://docs.seven.io/en/rest-api/endpoints/sms',
  logo: { light: 'sms77.svg', dark: 'sms77.svg' },
  credentials: [{ key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true }, ...smsSender],
}
