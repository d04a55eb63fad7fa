import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'apns',
  channel: 'push',
  displayName: 'APNs',
  beta: true,
  offeredInPicker: true,
  docs: 'https://developer.apple.com/documentation/usernotifications/sending-notification-requests-to-apns',
  logo: { light: 'apns.png', dark: 'apns.png' },
  credentials: [
    {
      key: 'secretKey',
      displayName: 'Private Key',
      type: 'text',
      required: true,
      secret: true,
      description: 'Content of the .p8 file.',
    },
    { key: 'apiKey', displayName: 'Key ID', type: 'string', required: true, secret: true },
    { key: 'projectName', displayName: 'Team ID', type: 'string', required: true, secret: false },
    { key: 'applicationId', displayName: 'Bundle ID', type: 'string', required: true, secret: false },
    {
      key: 'secure',
      displayName: 'Production',
      type: 'switch',
      required: false,
      secret: false,
      description: 'On for the App Store, off for development builds.',
    },
  ],
}
