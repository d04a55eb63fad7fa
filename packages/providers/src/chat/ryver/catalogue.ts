import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'ryver',
  channel: 'chat',
  displayName: 'Ryver',
  beta: false,
  offeredInPicker: true,
  docs: 'https://api.ryver.com/ryvrest_api_examples.html',
  logo: { light: 'ryver.png', dark: 'ryver.png' },
  credentials: [],
}
