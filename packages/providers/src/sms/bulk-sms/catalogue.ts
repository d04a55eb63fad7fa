import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'bulk-sms',
  channel: 'sms',
  displayName: 'BulkSMS',
  beta: false,
  offeredInPicker: true,
  docs: 'https://www.bulksms.com/developer/json/v1/',
  logo: { light: 'bulk-sms.png', dark: 'bulk-sms.png' },
  credentials: [{ key: 'apiToken', displayName: 'API Token', type: 'string', required: true, secret: true }],
}
