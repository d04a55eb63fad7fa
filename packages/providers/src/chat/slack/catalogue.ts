import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'slack',
  channel: 'chat',
  displayName: 'Slack',
  beta: false,
  offeredInPicker: true,
  docs: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  logo: { light: 'slack.svg', dark: 'slack.svg' },
  credentials: [
    { key: 'applicationId', displayName: 'Application Id', type: 'string', required: true, secret: false },
    { key: 'clientId', displayName: 'Client ID', type: 'string', required: true, secret: false },
    { key: 'secretKey', displayName: 'Client Secret', type: 'string', required: true, secret: true },
    {
      key: 'redirectUrl',
      displayName: 'Redirect URL',
      type: 'string',
      required: false,
      secret: false,
      description: 'Where people land after they approved the app; without it the tab closes.',
    },
    {
      key: 'hmac',
      displayName: 'HMAC',
      type: 'switch',
      required: false,
      secret: false,
      description: 'Connect only subscribers who bring a valid hash.',
    },
  ],
}
