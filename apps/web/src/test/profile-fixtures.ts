import { getMe } from '@recado/contracts/users'
import { on } from './fake-server.ts'

/** The account of the person whom test sessions are of. */
export const me = on(getMe, () => ({
  id: '0192f000-0000-7000-8000-000000000090',
  email: 'ana@example.com',
  name: 'Ana Souza',
  phone: null,
  role: 'customer' as const,
  jobRole: null,
  locale: 'en' as const,
  timezone: 'America/Sao_Paulo',
  avatarUrl: null,
  hasPassword: true,
  connected: [],
  createdAt: '2026-01-01T00:00:00Z',
  deletionAt: null,
}))
