import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'infobip-email',
  channel: 'email',
  displayName: 'Infobip',
  beta: false,
  offeredInPicker: true,
  docs: 'https://www.infobip.com/docs/api/channels/email',
  logo: { light: 'infobip.png', dark: 'infobip.png' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    {
      key: 'baseUrl',
      displayName: 'Base URL',
      type: 'string',
      required: true,
      secret: false,
      description: 'The personal address from the Infobip portal.',
    },
    ...emailSender,
  ],
}
