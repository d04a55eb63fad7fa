import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'clickatell',
  channel: 'sms',
  displayName: 'clickatell',
  beta: true,
  offeredInPicker: true,
  docs: 'https://docs.clickatell.com/channels/sms-channels/',
  logo: { light: 'clickatell.png', dark: 'clickatell.png' },
  credentials: [{ key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true }],
}
