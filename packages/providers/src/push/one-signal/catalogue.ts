import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'one-signal',
  channel: 'push',
  displayName: 'OneSignal',
  beta: false,
  offeredInPicker: true,
  docs: 'https://documentation.onesignal.com/reference/push-notification',
  logo: { light: 'one-signal.svg', dark: 'one-signal.svg' },
  credentials: [
    { key: 'applicationId', displayName: 'Application ID', type: 'text', required: true, secret: false },
    { key: 'apiKey', displayName: 'API Key', type: 'text', required: true, secret: true },
  ],
}
