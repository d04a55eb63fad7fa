import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'rocket-chat',
  channel: 'chat',
  displayName: 'Rocket.Chat',
  beta: false,
  offeredInPicker: true,
  docs: 'https://developer.rocket.chat/apidocs/send-message',
  logo: { light: 'rocket-chat.svg', dark: 'rocket-chat.svg' },
  credentials: [
    {
      key: 'token',
      displayName: 'Personal Access Token (x-auth-token)',
      type: 'text',
      required: true,
      secret: true,
      description: 'A personal access token.',
    },
    {
      key: 'user',
      displayName: 'User id (x-user-id)',
      type: 'text',
      required: true,
      secret: false,
      description: 'Id of the user whom the token belongs to.',
    },
  ],
}
