import type { Listener } from '#server/events.ts'
import { members, notifying } from './listening.ts'

export const contactListeners: readonly Listener[] = [
  notifying('duplicates.waiting', ({ companyId, count }) => ({
    workflow: 'duplicate.review',
    to: 'admins',
    companyId,
    payload: { count },
  })),
  notifying('contact_task.due', ({ companyId, userId, contactId }) => ({
    workflow: 'contact_task.due',
    to: members([userId]),
    companyId,
    payload: { contactId },
  })),
  notifying('import.finished', ({ importId, userId, companyId, fileName, created, updated, failed }) => ({
    workflow: 'import.finished',
    to: { users: [userId], only: 'members' },
    companyId,
    factId: importId,
    payload: { importId, name: fileName, created, updated, failed },
    includesActor: true,
  })),
  notifying('import.failed', ({ importId, userId, companyId, fileName }) => ({
    workflow: 'import.failed',
    to: { users: [userId], only: 'members' },
    companyId,
    factId: importId,
    payload: { importId, name: fileName },
    includesActor: true,
  })),
  notifying('privacy_request.received', ({ companyId, ...payload }) => ({
    workflow: 'privacy_request.received',
    to: 'admins',
    companyId,
    payload,
  })),
  notifying('privacy_request.due', ({ companyId, ...payload }) => ({
    workflow: 'privacy_request.due',
    to: 'admins',
    companyId,
    payload,
  })),
]
