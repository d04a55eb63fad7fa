import type { Deps } from '#server/context.ts'
import type { ResolvedSession } from '#server/http/mount.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { fillJob } from './jobs.ts'
import { type Connection, removeConnection, removeConnectionsOf, saveConnections } from './queries/connections.ts'

const BEAT_MS = 30_000
/** A page that is loaded again is away for a moment only. */
const GRACE_MS = 20_000

/** Told by the socket server who comes and goes. */
export type ConnectionWatch = {
  opened: (session: ResolvedSession) => void
  closed: (session: ResolvedSession) => void
  stop: () => Promise<void>
}

/**
 * Keeps the database's knowledge of who has a browser connected to this process: members count as online only while one
 * is. Whoever comes is given what waits.
 */
export const watchConnections = (deps: Deps, { graceMs = GRACE_MS } = {}): ConnectionWatch => {
  const { pool } = deps.database
  const known = new Map<string, Connection>()
  const leaving = new Map<string, NodeJS.Timeout>()
  let writing: Promise<void> = Promise.resolve()

  // One after the other, so that coming and going are written in their order.
  const write = (task: () => Promise<void>) => {
    writing = writing
      .then(task)
      .catch((err: unknown) => deps.log.error({ err }, 'who is connected could not be written'))
  }
  const come = (connection: Connection) =>
    write(async () => {
      const { companyId } = connection
      await saveConnections(pool, deps.processId, [connection])
      await deps.jobs.enqueue(deps.database.db, fillJob, { companyId }, { companyId })
      deps.jobs.wake('standard')
      emitChange(deps, 'member.updated', { companyId })
    })
  const leave = (key: string, connection: Connection) => {
    leaving.delete(key)
    known.delete(key)
    write(async () => {
      await removeConnection(pool, deps.processId, connection)
      emitChange(deps, 'member.updated', { companyId: connection.companyId })
    })
  }

  const beat = setInterval(() => {
    if (known.size > 0) write(() => saveConnections(pool, deps.processId, [...known.values()]))
  }, BEAT_MS)
  beat.unref()

  const keyOf = ({ actor, company }: ResolvedSession) => (company ? `${company.id} ${actor.userId}` : null)
  return {
    opened: (session) => {
      const key = keyOf(session)
      // An impersonator is not the user they impersonate.
      if (key === null || !session.company || session.actor.impersonatorId) return
      clearTimeout(leaving.get(key))
      leaving.delete(key)
      const before = known.get(key)
      const connection = before ?? { companyId: session.company.id, userId: session.actor.userId, sockets: 0 }
      connection.sockets += 1
      known.set(key, connection)
      if (!before) come(connection)
    },
    closed: (session) => {
      const key = keyOf(session)
      const connection = key === null || session.actor.impersonatorId ? undefined : known.get(key)
      if (key === null || !connection || --connection.sockets > 0) return
      // The row says so while the moment lasts.
      connection.sockets = 0
      leaving.set(
        key,
        setTimeout(() => leave(key, connection), graceMs),
      )
    },
    stop: async () => {
      clearInterval(beat)
      for (const timer of leaving.values()) clearTimeout(timer)
      write(() => removeConnectionsOf(pool, deps.processId))
      await writing
    },
  }
}
