import type { Listener } from '#server/events.ts'
import { findPeople } from '../queries/people.ts'
import { type Heard, notifying } from './listening.ts'

const owner = (userId: string) => ({ to: { users: [userId] }, companyId: null, includesActor: true }) as const

/** When it happened, in the recipient's date format; empty for a deleted user. */
const momentFor = async ({ tx, at }: Heard, userId: string): Promise<string> => {
  const [person] = await findPeople(tx, [userId])
  if (!person) return ''
  return at.toLocaleString(person.locale === 'pt' ? 'pt-BR' : 'en', {
    timeZone: person.timezone,
    dateStyle: 'long',
    timeStyle: 'short',
  })
}

const noChange = { enabled: '', disabled: '', codes_renewed: '' }

export const identityListeners: readonly Listener[] = [
  notifying('user.device_added', async ({ userId, device, ip }, heard) => ({
    ...owner(userId),
    workflow: 'security.new_device',
    payload: { device, ip: ip ?? '?', at: await momentFor(heard, userId) },
  })),
  notifying('user.password_changed', async ({ userId }, heard) => ({
    ...owner(userId),
    workflow: 'security.password_changed',
    payload: { at: await momentFor(heard, userId) },
  })),
  notifying('user.two_factor_changed', async ({ userId, change }, heard) => ({
    ...owner(userId),
    workflow: 'security.2fa_changed',
    payload: { ...noChange, [change]: 'yes', at: await momentFor(heard, userId) },
  })),
  // Once a day for each of the two.
  notifying('user.guessed_at', async ({ userId, secret, ip }, heard) => ({
    ...owner(userId),
    workflow: 'security.locked',
    factId: `${userId}:${secret}:${heard.at.toISOString().slice(0, 10)}`,
    payload: { ip: ip ?? '?', at: await momentFor(heard, userId), password: '', code: '', [secret]: 'yes' },
  })),
]
