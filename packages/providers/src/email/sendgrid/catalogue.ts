import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'sendgrid',
  channel: 'email',
  displayName: 'SendGrid',
  beta: false,
  offeredInPicker: true,
  docs: 'https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send',
  logo: { light: 'sendgrid.png', dark: 'sendgrid.png' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    {
      key: 'ipPoolName',
      displayName: 'IP Pool Name',
      type: 'string',
      required: false,
      secret: false,
      description: 'Sends through this pool of IP addresses.',
    },
    ...emailSender,
  ],
}
