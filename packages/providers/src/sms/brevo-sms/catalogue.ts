import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'brevo-sms',
  channel: 'sms',
  displayName: 'Brevo',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.brevo.com/reference/sendtransacsms',
  logo: { light: 'brevo.svg', dark: 'brevo.svg' },
  credentials: [{ key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true }, ...smsSender],
}
