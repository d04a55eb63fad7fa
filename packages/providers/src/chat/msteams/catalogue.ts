import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'msteams',
  channel: 'chat',
  displayName: 'MSTeams',
  beta: false,
  offeredInPicker: true,
  docs: 'https://learn.microsoft.com/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using',
  logo: { light: 'msteams.svg', dark: 'msteams.svg' },
  credentials: [],
}
