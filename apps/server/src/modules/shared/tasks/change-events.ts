import type { Deps } from '#server/context.ts'

/** Tells a person's browsers that one of their tasks moved. */
export const tellTask = (deps: Deps, userId: string, id: string): void =>
  deps.bus.publish('changes', { rooms: [`user:${userId}`], change: { event: 'task.updated', ids: [id] } })
