import type { Listener } from '#server/events.ts'
import { notifying } from './listening.ts'

export const sharedListeners: readonly Listener[] = [
  notifying('audit.broken', ({ count }) => ({
    workflow: 'audit.broken',
    to: 'platform',
    companyId: null,
    payload: { count },
  })),
  notifying('task.finished', ({ taskId, userId, companyId, fileName }) => ({
    workflow: 'export.ready',
    to: { users: [userId] },
    companyId,
    factId: taskId,
    payload: { name: fileName },
    includesActor: true,
  })),
]
