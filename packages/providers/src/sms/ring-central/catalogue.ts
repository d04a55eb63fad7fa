import { type ProviderCatalogue, smsSender } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'ring-central',
  channel: 'sms',
  displayName: 'RingCentral',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developers.ringcentral.com/api-reference/SMS/createSMSMessage',
  logo: { light: 'ring-central.svg', dark: 'ring-central.svg' },
  credentials: [
    {
      key: 'clientId',
      displayName: 'Client ID',
      type: 'string',
      required: true,
      secret: false,
      description: 'Of the app in the developer console.',
    },
    { key: 'secretKey', displayName: 'Client secret', type: 'string', required: true, secret: true },
    {
      key: 'secure',
      displayName: 'Is sandbox',
      type: 'switch',
      required: false,
      secret: false,
      description: 'Use the sandbox in place of the real service.',
    },
    {
      key: 'token',
      displayName: 'JWT token',
      type: 'string',
      required: true,
      secret: true,
      description: 'JWT credential of the user who sends.',
    },
    ...smsSender,
  ],
}
