import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'sparkpost',
  channel: 'email',
  displayName: 'SparkPost',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.sparkpost.com/api/transmissions/',
  logo: { light: 'sparkpost.svg', dark: 'sparkpost.svg' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    {
      key: 'region',
      displayName: 'Region',
      type: 'dropdown',
      required: false,
      secret: false,
      description: 'EU for accounts on the European service.',
      default: null,
      options: [
        { name: 'Default', value: null },
        { name: 'EU', value: 'eu' },
      ],
    },
    ...emailSender,
  ],
}
