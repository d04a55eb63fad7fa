import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'forty-six-elks',
  channel: 'sms',
  displayName: '46elks',
  beta: false,
  offeredInPicker: true,
  docs: 'https://46elks.com/docs/send-sms',
  logo: { light: '46elks.png', dark: '46elks.png' },
  credentials: [
    { key: 'user', displayName: 'Username', type: 'string', required: true, secret: false },
    { key: 'password', displayName: 'Password', type: 'string', required: true, secret: true },
    ...smsSender,
  ],
}
