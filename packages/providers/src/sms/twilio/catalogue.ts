import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'twilio',
  channel: 'sms',
  displayName: 'Twilio',
  beta: false,
  offeredInPicker: true,
  docs: 'https://www.twilio.com/docs/messaging/api/message-resource',
  logo: { light: 'twilio.png', dark: 'twilio.png' },
  credentials: [
    { key: 'accountSid', displayName: 'Account SID', type: 'string', required: true, secret: false },
    { key: 'token', displayName: 'Auth token', type: 'string', required: true, secret: true },
    ...smsSender,
  ],
}
