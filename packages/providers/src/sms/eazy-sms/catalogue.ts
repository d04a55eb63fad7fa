import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'eazy-sms',
  channel: 'sms',
  displayName: 'Eazy',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.eazy.im/',
  logo: { light: 'eazy-sms.svg', dark: 'eazy-sms.svg' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    {
      key: 'channelId',
      displayName: 'SMS Channel Id',
      type: 'string',
      required: true,
      secret: false,
      description: 'Id of the SMS channel at Eazy.',
    },
  ],
}
