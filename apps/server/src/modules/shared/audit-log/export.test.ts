import type { Task } from '@recado/contracts/shared/tasks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildOwnApp()
})
afterAll(() => t.close())

const start = (list: 'audit' | 'admin-audit', headers: { cookie: string }, filter = {}) =>
  t.app.inject({ method: 'POST', url: '/api/v1/list-exports', headers, payload: { list, filter, format: 'csv' } })

const lines = async (headers: { cookie: string }) => {
  await t.deps.jobs.drain(t.deps)
  const [task] = (await t.app.inject({ method: 'GET', url: '/api/v1/tasks', headers })).json().data as Task[]
  expect(task?.status).toBe('completed')
  const file = await t.app.inject({ method: 'GET', url: task?.file?.url ?? '/', headers })
  return file.body.trim().split('\r\n').slice(1)
}

it("writes a company's own rows for its admins, and all rows for the platform's", async () => {
  const mine = await createSignedIn(t.deps)
  const other = await createSignedIn(t.deps)
  for (const companyId of [mine.company.id, other.company.id])
    await recordAudit(systemCtx(t.deps, 'test'), { action: 'label.created', companyId, diff: { name: '=cmd()' } })
  expect((await start('audit', mine.headers, { action: 'label.' })).statusCode).toBe(202)
  const own = await lines(mine.headers)
  expect(own).toHaveLength(1)
  expect(own[0]).toContain('label.created')

  expect((await start('audit', mine.headers, { from: 'soon' })).statusCode).toBe(422)
  const agent = await createUser(t.deps)
  await addMember(t.deps, mine.company.id, agent.id, { role: 'member' })
  expect((await start('audit', await signIn(t.deps, agent.id, mine.company.id))).statusCode).toBe(403)
  expect((await start('admin-audit', mine.headers)).statusCode).toBe(403)

  const root = await createUser(t.deps, { role: 'admin' })
  const headers = await signIn(t.deps, root.id)
  expect((await start('admin-audit', headers, { action: 'label.' })).statusCode).toBe(202)
  expect(await lines(headers)).toHaveLength(2)
})
