import { type ChangeSource, emitChange } from '#server/realtime/emit-change.ts'

/** Tells a person's browsers that one of their tasks moved. */
export const emitTask = (source: ChangeSource, userId: string, id: string): void =>
  emitChange(source, 'task.updated', { userIds: [userId], ids: [id] })
