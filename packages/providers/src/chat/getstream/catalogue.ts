import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'getstream',
  channel: 'chat',
  displayName: 'GetStream',
  beta: false,
  offeredInPicker: true,
  docs: 'https://getstream.io/chat/docs/node/send_message/',
  logo: { light: 'getstream.svg', dark: 'getstream.svg' },
  credentials: [{ key: 'apiKey', displayName: 'API Key', type: 'string', required: true, secret: true }],
}
