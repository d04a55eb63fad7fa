import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'emailjs',
  channel: 'email',
  displayName: 'EmailJS (SMTP library)',
  beta: false,
  offeredInPicker: false,
  docs: null,
  logo: { light: 'emailjs.svg', dark: 'emailjs.svg' },
  credentials: [
    { key: 'host', displayName: 'Host', type: 'string', required: true, secret: false },
    { key: 'port', displayName: 'Port', type: 'number', required: true, secret: false },
    { key: 'secure', displayName: 'Secure', type: 'boolean', required: false, secret: false },
    { key: 'user', displayName: 'User', type: 'string', required: false, secret: false },
    { key: 'password', displayName: 'Password', type: 'string', required: false, secret: true },
    ...emailSender,
  ],
}
