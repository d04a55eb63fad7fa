import type { Listener } from '#server/events.ts'
import { notifying } from './listening.ts'

export const companyListeners: readonly Listener[] = [
  notifying('invitation.accepted', ({ companyId, person }) => ({
    workflow: 'member.joined',
    to: 'admins',
    companyId,
    payload: { person },
  })),
  notifying('member.access_changed', ({ companyId, userId, role }) => ({
    workflow: 'member.role_changed',
    to: { users: [userId] },
    companyId,
    payload: { role: role ?? '' },
  })),
  notifying('member.removed', ({ companyId, userId }) => ({
    workflow: 'member.removed',
    to: { users: [userId] },
    companyId,
    payload: {},
  })),
  // An owner who deletes a company gives no reason, and is reminded like the other admins.
  notifying('company.deletion_scheduled', ({ companyId, deletionAt, reason, notify }) =>
    notify
      ? {
          workflow: 'company.deletion_scheduled',
          to: 'admins',
          companyId,
          payload: { date: deletionAt, reason: reason ?? '' },
          includesActor: reason === null,
        }
      : [],
  ),
]
