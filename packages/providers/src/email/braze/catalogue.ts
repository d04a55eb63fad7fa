import { emailSender, type ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'braze',
  channel: 'email',
  displayName: 'Braze',
  beta: false,
  offeredInPicker: true,
  docs: 'https://www.braze.com/docs/api/endpoints/messaging/send_messages/post_send_messages/',
  logo: { light: 'braze.svg', dark: 'braze.svg' },
  credentials: [
    { key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true },
    {
      key: 'apiURL',
      displayName: 'REST endpoint',
      type: 'string',
      required: true,
      secret: false,
      description: 'Address of your REST instance.',
    },
    {
      key: 'appID',
      displayName: 'App ID',
      type: 'string',
      required: true,
      secret: false,
      description: 'The app that mails are counted for.',
    },
    ...emailSender,
  ],
}
