import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'africas-talking',
  channel: 'sms',
  displayName: "Africa's Talking",
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.africastalking.com/docs/sms/sending/bulk',
  logo: { light: 'africas-talking.svg', dark: 'africas-talking.svg' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    { key: 'user', displayName: 'Username', type: 'string', required: true, secret: false },
    ...smsSender,
  ],
}
