import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'outlook365',
  channel: 'email',
  displayName: 'Microsoft Outlook365',
  beta: false,
  offeredInPicker: true,
  docs: 'https://learn.microsoft.com/exchange/clients-and-mobile-in-exchange-online/deprecation-of-basic-authentication-exchange-online',
  logo: { light: 'outlook365.png', dark: 'outlook365.png' },
  credentials: [
    { key: 'password', displayName: 'Password', type: 'string', required: true, secret: true },
    ...emailSender,
  ],
}
