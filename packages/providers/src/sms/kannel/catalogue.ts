import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'kannel',
  channel: 'sms',
  displayName: 'Kannel SMS',
  beta: true,
  offeredInPicker: true,
  docs: 'https://www.kannel.org/userguide.shtml',
  logo: { light: 'kannel.png', dark: 'kannel.png' },
  credentials: [
    { key: 'host', displayName: 'Host', type: 'string', required: true, secret: false },
    { key: 'port', displayName: 'Port', type: 'number', required: true, secret: false },
    { key: 'user', displayName: 'Username', type: 'string', required: false, secret: false },
    { key: 'password', displayName: 'Password', type: 'string', required: false, secret: true },
    ...smsSender,
  ],
}
