import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'telnyx',
  channel: 'sms',
  displayName: 'Telnyx',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.telnyx.com/api/messaging/send-message',
  logo: { light: 'telnyx.png', dark: 'telnyx.png' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    {
      key: 'messageProfileId',
      displayName: 'Message profile ID',
      type: 'string',
      required: true,
      secret: false,
      description: 'The messaging profile to send with.',
    },
    ...smsSender,
  ],
}
