import { Readable } from 'node:stream'
import type { EndpointShape } from '@recado/contracts'
import * as adminUsers from '@recado/contracts/admin/users'
import { exportCompany } from '@recado/contracts/companies/company-rules'
import * as auth from '@recado/contracts/identity/auth'
import { startImpersonation } from '@recado/contracts/identity/impersonation'
import * as users from '@recado/contracts/identity/users'
import { exportConversation } from '@recado/contracts/inbox/transcripts'
import type { Task } from '@recado/contracts/shared/tasks'
import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { auditLogs } from '#server/db/schema/shared/audit.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { backgroundTasks } from '#server/db/schema/shared/tasks.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { defineTask } from '#server/modules/shared/tasks/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createSignedIn, createUser, signIn } from '#server/test/factories.ts'

// What no one may do as someone else, whatever that person may (product: impersonation).

let server: TestApp
let inside: ReturnType<typeof createBrowser>
let admin: Awaited<ReturnType<typeof createUser>>
let person: Awaited<ReturnType<typeof createSignedIn>>
beforeAll(async () => {
  server = await buildTestApp()
  admin = await createUser(server.deps, { role: 'admin' })
  person = await createSignedIn(server.deps)
  const { user, company } = person
  inside = createBrowser(server.app)
  inside.use(await signIn(server.deps, admin.id))
  await inside.session()
  const entry = { reason: 'Looking into a failing number', minutes: 15, mode: 'act', companyId: company.id }
  expect((await inside.post(`/api/v1/admin/users/${user.id}/impersonate`, entry)).statusCode).toBe(200)
  expect((await inside.session()).user.currentCompany.id).toBe(company.id)
})
afterAll(() => server.close())

const forbidden: [what: string, endpoint: EndpointShape][] = [
  ['change the password', users.changePassword],
  ['begin a second factor', users.beginTwoFactor],
  ['confirm a second factor', users.confirmTwoFactor],
  ['make new recovery codes', users.renewRecoveryCodes],
  ['remove the second factor', users.removeTwoFactor],
  ['change the address', users.changeEmail],
  ['delete the account', users.deleteMe],
  ['take the data of the person away', users.exportMe],
  ['end sessions', users.revokeOtherSessions],
  ['take up an invitation', auth.acceptInvitation],
  ['enter as yet another person', startImpersonation],
  ['take a conversation away', exportConversation],
  ['take everything of the company away', exportCompany],
  ['make an admin', adminUsers.requestAdmin],
]

test.each(forbidden)('no one can, as someone else, %s', async (_, { method, path }) => {
  const url = path.replace(':token', 'a-token').replace(/:\w+/g, newId())
  const answer = await inside.send(method, url, method === 'GET' ? {} : { json: {} })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_while_impersonating'])
})

test.each([
  ['chat', 403],
  ['messages', 403],
  ['members', 403],
  ['invitations', 403],
  ['audit', 403],
  ['channels', 202],
])('a file of the list %s answers %i', async (list, status) => {
  const answer = await inside.post('/api/v1/list-exports', { list, format: 'csv' })
  expect(answer.statusCode).toBe(status)
  if (status === 403) expect(answer.json().code).toBe('not_while_impersonating')
})

test('of the files that the person had made, those about people cannot be taken', async () => {
  const { db } = server.deps.database
  for (const kind of ['messages.export', 'members.export', 'audit.export', 'templates.export']) {
    const file = { id: newId(), companyId: person.company.id, ownerKind: 'task', name: kind, path: kind }
    await db.insert(files).values({ ...file, mime: 'text/csv', size: 1, sha256: 'x' })
    const row = { id: newId(), companyId: person.company.id, userId: person.user.id, kind, input: {} }
    await db.insert(backgroundTasks).values({ ...row, status: 'completed', fileId: file.id, finishedAt: new Date() })
  }
  const filesOf = ({ data }: { data: Task[] }) => data.flatMap(({ file }) => (file ? [file.name] : [])).toSorted()
  expect(filesOf((await inside.get('/api/v1/tasks')).json())).toEqual(['templates.export'])
  const own = await server.app.inject({ url: '/api/v1/tasks', headers: person.headers })
  expect(filesOf(own.json())).toEqual(['audit.export', 'members.export', 'messages.export', 'templates.export'])
})

test('what is done in the background for them stands in the audit log as theirs', async () => {
  const { deps } = server
  const { db } = deps.database
  const task = defineTask({
    kind: 'templates.change',
    input: z.object({}),
    run: async (ctx) => {
      await recordAudit(ctx, { action: 'template.archived' })
      return { name: 'left.csv', mime: 'text/csv', source: Readable.from(['id']) }
    },
  })
  const { id: userId, email, name, role } = person.user
  const who = { kind: 'user' as const, userId, email, name, role, sessionId: '', waOperator: false }
  await task.start({ ...systemCtx(deps, 'test'), actor: { ...who, impersonatorId: admin.id } }, {})
  const [job] = await db.select().from(jobs).where(eq(jobs.name, 'templates.change')).orderBy(desc(jobs.id)).limit(1)
  const info = { id: newId(), companyId: '', attempt: 1, signal: new AbortController().signal }
  await task.job.run(deps, task.job.input.parse(job?.input), info)
  const [entry] = await db.select().from(auditLogs).where(eq(auditLogs.action, 'template.archived'))
  expect([entry?.actorId, entry?.onBehalfOf]).toEqual([admin.id, person.user.id])
})
