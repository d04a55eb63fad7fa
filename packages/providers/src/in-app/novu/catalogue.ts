import type { ProviderCatalogue } from '../../fields.ts'

export const catalogue: ProviderCatalogue = {
  id: 'novu',
  channel: 'in_app',
  displayName: 'Recado In-App',
  beta: false,
  offeredInPicker: true,
  docs: null,
  logo: { light: 'recado.svg', dark: 'recado.svg' },
  credentials: [
    {
      key: 'hmac',
      displayName: 'Security HMAC encryption',
      type: 'switch',
      required: false,
      secret: false,
      description: 'Open the inbox only with a valid subscriber hash.',
    },
  ],
}
