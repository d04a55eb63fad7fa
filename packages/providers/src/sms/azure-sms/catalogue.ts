import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'azure-sms',
  channel: 'sms',
  displayName: 'Azure Sms',
  beta: false,
  offeredInPicker: true,
  docs: 'https://learn.microsoft.com/rest/api/communication/sms/sms/send',
  logo: { light: 'azure-sms.png', dark: 'azure-sms.png' },
  credentials: [
    {
      key: 'accessKey',
      displayName: 'Connection string',
      type: 'text',
      required: true,
      secret: true,
      description: 'Connection string of the Communication Services resource.',
    },
    ...smsSender,
  ],
}
