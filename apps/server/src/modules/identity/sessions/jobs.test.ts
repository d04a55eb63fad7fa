import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { sessions } from '#server/db/schema/identity/sessions.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { createSignedIn } from '#server/test/factories.ts'
import { forgetExpiredSessions } from './actions.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildOwnApp()
})
afterAll(() => server.close())

test('sessions that have run out are removed and their sockets closed; the others stay', async () => {
  const [expired, alive] = [await createSignedIn(server.deps), await createSignedIn(server.deps)]
  const { db } = server.deps.database
  await db
    .update(sessions)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(sessions.userId, expired.user.id))
  const ended: string[] = []
  const stop = server.deps.bus.subscribe('session.ended', ({ sessionIds }) => ended.push(...sessionIds))
  await forgetExpiredSessions(systemCtx(server.deps, 'test'))
  stop()
  expect(ended).toHaveLength(1)
  const left = await db.select().from(sessions)
  expect(left.map((row) => row.userId)).toEqual([alive.user.id])
})
