import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'pushpad',
  channel: 'push',
  displayName: 'Pushpad',
  beta: false,
  offeredInPicker: true,
  docs: 'https://pushpad.xyz/docs/rest_api',
  logo: { light: 'pushpad.svg', dark: 'pushpad.svg' },
  credentials: [
    { key: 'apiKey', displayName: 'Auth Token', type: 'text', required: true, secret: true },
    { key: 'applicationId', displayName: 'Project ID', type: 'text', required: true, secret: false },
  ],
}
