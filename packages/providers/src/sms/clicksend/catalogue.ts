import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'clicksend',
  channel: 'sms',
  displayName: 'Clicksend',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.clicksend.com/docs/messaging/sms/other/send-sms',
  logo: { light: 'clicksend.png', dark: 'clicksend.png' },
  credentials: [
    {
      key: 'user',
      displayName: 'Username',
      type: 'text',
      required: true,
      secret: false,
      description: 'User name of the API account.',
    },
    { key: 'apiKey', displayName: 'API Key', type: 'text', required: true, secret: true },
    ...smsSender,
  ],
}
