import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'whatsapp-business',
  channel: 'chat',
  displayName: 'WhatsApp Business',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages',
  logo: { light: 'whatsapp-business.svg', dark: 'whatsapp-business.svg' },
  credentials: [
    {
      key: 'apiToken',
      displayName: 'Access API token',
      type: 'string',
      required: true,
      secret: true,
      description: 'Token of the app or of a system user.',
    },
    {
      key: 'phoneNumberIdentification',
      displayName: 'Phone Number Identification',
      type: 'string',
      required: true,
      secret: false,
      description: 'Id of the sending number, not the number itself.',
    },
    {
      key: 'secretKey',
      displayName: 'App Secret',
      type: 'string',
      required: false,
      secret: true,
      description: 'Secret of the Meta app. Delivery receipts are taken only with its signature.',
    },
  ],
}
