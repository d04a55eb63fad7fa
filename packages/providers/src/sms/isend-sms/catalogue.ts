import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'isend-sms',
  channel: 'sms',
  displayName: 'iSend SMS',
  beta: false,
  offeredInPicker: true,
  docs: 'https://send.com.ly/developers/docs',
  logo: { light: 'isend-sms.svg', dark: 'isend-sms.svg' },
  credentials: [
    { key: 'apiToken', displayName: 'API Token', type: 'string', required: true, secret: true },
    { key: 'from', displayName: 'Default Sender ID', type: 'string', required: false, secret: false },
    {
      key: 'contentType',
      displayName: 'Content Type',
      type: 'dropdown',
      required: false,
      secret: false,
      description: 'How the text is encoded.',
      default: null,
      options: [
        { name: 'Default', value: null },
        { name: 'Unicode', value: 'unicode' },
        { name: 'Plain', value: 'plain' },
      ],
    },
  ],
}
