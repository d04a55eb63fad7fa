import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'novu-sms',
  channel: 'sms',
  displayName: 'Recado SMS',
  beta: false,
  offeredInPicker: true,
  docs: null,
  logo: { light: 'recado.svg', dark: 'recado.svg' },
  credentials: [],
}
