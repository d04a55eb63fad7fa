import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'infobip-sms',
  channel: 'sms',
  displayName: 'Infobip',
  beta: false,
  offeredInPicker: true,
  docs: 'https://www.infobip.com/docs/api/channels/sms',
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
    ...smsSender,
  ],
}
