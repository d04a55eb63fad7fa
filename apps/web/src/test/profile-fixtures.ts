import { getMe, type Profile } from '@recado/contracts/identity/users'
import { on } from './fake-server.ts'
import { usualPreferences } from './sessions.ts'

/** The account of the person whom test sessions are of. */
export const account: Profile = {
  id: '0192f000-0000-7000-8000-000000000090',
  email: 'ana@example.com',
  name: 'Ana Souza',
  phone: null,
  phoneCountry: null,
  role: 'customer',
  jobRole: null,
  locale: 'en',
  timezone: 'America/Sao_Paulo',
  preferences: usualPreferences,
  avatarUrl: null,
  hasPassword: true,
  connected: [],
  createdAt: '2026-01-01T00:00:00Z',
  deletionAt: null,
}

export const me = on(getMe, () => account)
