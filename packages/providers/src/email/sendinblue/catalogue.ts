import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'sendinblue',
  channel: 'email',
  displayName: 'Sendinblue',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.brevo.com/reference/sendtransacemail',
  logo: { light: 'sendinblue.png', dark: 'sendinblue.png' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    ...emailSender,
  ],
}
