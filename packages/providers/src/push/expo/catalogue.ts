import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'expo',
  channel: 'push',
  displayName: 'Expo Push',
  beta: false,
  offeredInPicker: true,
  docs: 'https://docs.expo.dev/push-notifications/sending-notifications/',
  logo: { light: 'expo.svg', dark: 'expo.svg' },
  credentials: [{ key: 'apiKey', displayName: 'Access Token', type: 'text', required: true, secret: true }],
}
