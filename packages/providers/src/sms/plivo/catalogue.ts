import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'plivo',
  channel: 'sms',
  displayName: 'Plivo',
  beta: false,
  offeredInPicker: true,
  docs: 'https://www.plivo.com/docs/messaging/api/message/send-a-message',
  logo: { light: 'plivo.png', dark: 'plivo.png' },
  credentials: [
    { key: 'accountSid', displayName: 'Account SID', type: 'string', required: true, secret: false },
    { key: 'token', displayName: 'Auth token', type: 'string', required: true, secret: true },
    ...smsSender,
  ],
}
