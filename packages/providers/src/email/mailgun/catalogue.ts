import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'mailgun',
  channel: 'email',
  displayName: 'Mailgun',
  beta: false,
  offeredInPicker: true,
  docs: 'https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages',
  logo: { light: 'mailgun.svg', dark: 'mailgun.svg' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    {
      key: 'baseUrl',
      displayName: 'Base URL',
      type: 'string',
      required: false,
      secret: false,
      description: 'Leave empty for the US region; the EU has an address of its own.',
    },
    {
      key: 'user',
      displayName: 'User name',
      type: 'string',
      required: true,
      secret: false,
      description: 'Usually "api".',
    },
    {
      key: 'domain',
      displayName: 'Domain',
      type: 'string',
      required: true,
      secret: false,
      description: 'The sending domain.',
    },
    ...emailSender,
  ],
}
