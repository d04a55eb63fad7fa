import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'novu-email',
  channel: 'email',
  displayName: 'Novu Email',
  beta: false,
  offeredInPicker: true,
  docs: null,
  logo: { light: 'novu.png', dark: 'novu.png' },
  credentials: [],
}
