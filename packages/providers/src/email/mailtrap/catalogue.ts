import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'mailtrap',
  channel: 'email',
  displayName: 'Mailtrap',
  beta: false,
  offeredInPicker: true,
  docs: 'https://api-docs.mailtrap.io/',
  logo: { light: 'mailtrap.svg', dark: 'mailtrap.svg' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    ...emailSender,
  ],
}
