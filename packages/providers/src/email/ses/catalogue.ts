import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'ses',
  channel: 'email',
  displayName: 'SES',
  beta: false,
  offeredInPicker: true,
  docs: 'https://docs.aws.amazon.com/ses/latest/APIReference/API_SendRawEmail.html',
  logo: { light: 'ses.svg', dark: 'ses.svg' },
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
      displayName: 'Region',
      type: 'string',
      required: true,
      secret: false,
      description: 'For example eu-west-1.',
    },
    ...emailSender,
  ],
}
