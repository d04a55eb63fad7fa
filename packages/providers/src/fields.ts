import type { ChannelType } from '@recado/contracts/notifications/domain'

export type CredentialField = {
  key: string
  displayName: string
  type: 'string' | 'text' | 'password' | 'number' | 'boolean' | 'switch' | 'object' | 'dropdown'
  required: boolean
  /** Never shown to browsers. */
  secret: boolean
  description?: string
  default?: string | boolean | null
  /** Of a dropdown. */
  options?: readonly { name: string; value: string | null }[]
}

/** What is known about a provider without calling it. `channel` and `id` together name it. */
export type ProviderCatalogue = {
  id: string
  channel: ChannelType
  displayName: string
  beta: boolean
  /** False when the id is only reserved. */
  offeredInPicker: boolean
  /** The vendor's own documentation. */
  docs: string | null
  logo: { light: string; dark: string }
  credentials: readonly CredentialField[]
}

/** Who e-mails come from, unless a message says otherwise. */
export const emailSender: readonly CredentialField[] = [
  {
    key: 'from',
    displayName: 'From email address',
    type: 'string',
    required: true,
    secret: false,
    description: 'The address emails are sent from. Most providers require it to be verified.',
  },
  {
    key: 'senderName',
    displayName: 'Sender name',
    type: 'string',
    required: true,
    secret: false,
    description: 'The name people see beside that address.',
  },
]

/** Who text messages come from, unless a message says otherwise. */
export const smsSender: readonly CredentialField[] = [
  {
    key: 'from',
    displayName: 'From',
    type: 'string',
    required: true,
    secret: false,
    description: 'The number or name messages are sent from.',
  },
]
