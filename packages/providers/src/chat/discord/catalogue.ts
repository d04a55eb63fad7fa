import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'discord',
  channel: 'chat',
  displayName: 'Discord',
  beta: false,
  offeredInPicker: true,
  docs: 'https://discord.com/developers/docs/resources/webhook#execute-webhook',
  logo: { light: 'discord.svg', dark: 'discord.svg' },
  credentials: [],
}
