import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'sms-central',
  channel: 'sms',
  displayName: 'SMS Central',
  beta: false,
  offeredInPicker: true,
  docs: 'https://www.smscentral.com.au/sms-api/rest-api/send-sms/',
  logo: { light: 'sms-central.png', dark: 'sms-central.png' },
  credentials: [
    { key: 'user', displayName: 'Username', type: 'string', required: true, secret: false },
    { key: 'password', displayName: 'Password', type: 'string', required: true, secret: true },
    {
      key: 'baseUrl',
      displayName: 'Base URL',
      type: 'string',
      required: false,
      secret: false,
      description: 'Leave empty for the usual one.',
    },
    ...smsSender,
  ],
}
