import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'clickatell',
  channel: 'email',
  displayName: 'Clickatell',
  beta: false,
  offeredInPicker: false,
  docs: 'https://www.clickatell.com/',
  logo: { light: 'clickatell.png', dark: 'clickatell.png' },
  credentials: [],
}
