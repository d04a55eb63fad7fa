import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'sns',
  channel: 'sms',
  displayName: 'SNS',
  beta: false,
  offeredInPicker: true,
  docs: 'https://docs.aws.amazon.com/sns/latest/api/API_Publish.html',
  logo: { light: 'sns.svg', dark: 'sns.svg' },
  credentials: [
    {
      key: 'apiKey',
      displayName: 'Access key ID',
      type: 'string',
      required: true,
      secret: true,
      description: 'Id of the access key, not the secret.',
    },
    { key: 'secretKey', displayName: 'Secret access key', type: 'string', required: true, secret: true },
    {
      key: 'region',
      displayName: 'AWS region',
      type: 'string',
      required: true,
      secret: false,
      description: 'For example eu-west-1.',
    },
  ],
}
