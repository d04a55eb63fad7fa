import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'gupshup',
  channel: 'sms',
  displayName: 'Gupshup',
  beta: false,
  offeredInPicker: true,
  docs: 'https://docs.gupshup.io/docs/send-single-message',
  logo: { light: 'gupshup.png', dark: 'gupshup.png' },
  credentials: [
    { key: 'user', displayName: 'User id', type: 'string', required: true, secret: false },
    { key: 'password', displayName: 'Password', type: 'string', required: true, secret: true },
  ],
}
