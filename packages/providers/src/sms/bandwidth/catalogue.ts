import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'bandwidth',
  channel: 'sms',
  displayName: 'Bandwidth',
  beta: true,
  offeredInPicker: true,
  docs: 'https://dev.bandwidth.com/apis/messaging',
  logo: { light: 'bandwidth.png', dark: 'bandwidth.png' },
  credentials: [
    {
      key: 'user',
      displayName: 'Username',
      type: 'text',
      required: true,
      secret: false,
      description: 'User name of the account.',
    },
    { key: 'password', displayName: 'Password', type: 'password', required: true, secret: true },
    { key: 'accountSid', displayName: 'Account ID', type: 'text', required: true, secret: false },
    ...smsSender,
  ],
}
