import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'zulip',
  channel: 'chat',
  displayName: 'Zulip',
  beta: false,
  offeredInPicker: true,
  docs: 'https://zulip.com/integrations/slack_incoming',
  logo: { light: 'zulip.svg', dark: 'zulip.svg' },
  credentials: [],
}
