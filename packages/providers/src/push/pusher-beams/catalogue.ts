import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'pusher-beams',
  channel: 'push',
  displayName: 'Pusher Beams',
  beta: false,
  offeredInPicker: true,
  docs: 'https://pusher.com/docs/beams/reference/publish-api/',
  logo: { light: 'pusher-beams.svg', dark: 'pusher-beams.svg' },
  credentials: [
    {
      key: 'instanceId',
      displayName: 'Instance ID',
      type: 'string',
      required: true,
      secret: false,
      description: 'Id of the Beams instance.',
    },
    {
      key: 'secretKey',
      displayName: 'Secret Key',
      type: 'string',
      required: true,
      secret: true,
      description: 'The server key.',
    },
  ],
}
