import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'novu-email',
  channel: 'email',
  displayName: 'Recado Email',
  beta: false,
  offeredInPicker: true,
  docs: null,
  logo: { light: 'recado.svg', dark: 'recado.svg' },
  credentials: [],
}
