import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'maqsam',
  channel: 'sms',
  displayName: 'Maqsam',
  beta: false,
  offeredInPicker: true,
  docs: 'https://portal.maqsam.com/docs/v2/sms',
  logo: { light: 'maqsam.png', dark: 'maqsam.png' },
  credentials: [
    {
      key: 'apiKey',
      displayName: 'Access Key ID',
      type: 'string',
      required: true,
      secret: true,
      description: 'Id of the access key.',
    },
    { key: 'secretKey', displayName: 'Access Secret', type: 'string', required: true, secret: true },
    ...smsSender,
  ],
}
