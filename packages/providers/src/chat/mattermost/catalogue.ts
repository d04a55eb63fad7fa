import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'mattermost',
  channel: 'chat',
  displayName: 'Mattermost',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.mattermost.com/integrate/webhooks/incoming/',
  logo: { light: 'mattermost.svg', dark: 'mattermost.svg' },
  credentials: [],
}
