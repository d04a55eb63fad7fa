import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'fcm',
  channel: 'push',
  displayName: 'Firebase Cloud Messaging',
  beta: false,
  offeredInPicker: true,
  docs: 'https://firebase.google.com/docs/cloud-messaging/send/v1-api',
  logo: { light: 'fcm.svg', dark: 'fcm.svg' },
  credentials: [
    {
      key: 'serviceAccount',
      displayName: 'Service Account (entire JSON file)',
      type: 'text',
      required: true,
      secret: true,
      description: 'The whole JSON file of the service account.',
    },
  ],
}
