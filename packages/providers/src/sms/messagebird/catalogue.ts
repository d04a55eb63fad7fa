import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'messagebird',
  channel: 'sms',
  displayName: 'MessageBird',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.messagebird.com/api/sms-messaging/',
  logo: { light: 'messagebird.png', dark: 'messagebird.png' },
  credentials: [
    { key: 'accessKey', displayName: 'Access key', type: 'string', required: true, secret: true },
    ...smsSender,
  ],
}
