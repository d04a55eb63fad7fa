import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'novu-sms',
  channel: 'sms',
  displayName: 'Novu SMS',
  beta: false,
  offeredInPicker: true,
  docs: null,
  logo: { light: 'novu.png', dark: 'novu.png' },
  credentials: [],
}
