import type { Task } from '@recado/contracts/tasks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { recordAudit } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

const post = (url: string, headers: { cookie: string }, payload: object) =>
  t.app.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload })

const lines = async (headers: { cookie: string }) => {
  await t.deps.jobs.drain(t.deps)
  const [task] = (await t.app.inject({ method: 'GET', url: '/api/v1/tasks', headers })).json().data as Task[]
  expect(task?.status).toBe('completed')
  const file = await t.app.inject({ method: 'GET', url: task?.file?.url ?? '/' })
  return file.body.trim().split('\r\n').slice(1)
}

it("writes a company's own rows for its admins, and all rows for the platform's", async () => {
  const mine = await createSignedIn(t.deps)
  const other = await createSignedIn(t.deps)
  for (const companyId of [mine.company.id, other.company.id])
    await recordAudit(systemCtx(t.deps, 'test'), { action: 'label.created', companyId, diff: { name: '=cmd()' } })
  const path = `/companies/${mine.company.id}/audit/exports`
  expect((await post(path, mine.headers, { format: 'csv', filter: { action: 'label.' } })).statusCode).toBe(202)
  const own = await lines(mine.headers)
  expect(own).toHaveLength(1)
  expect(own[0]).toContain('label.created')

  expect((await post(path, other.headers, { format: 'csv' })).statusCode).toBe(404)
  expect((await post(path, mine.headers, { format: 'csv', filter: { from: 'soon' } })).statusCode).toBe(422)
  const agent = await createUser(t.deps)
  await addMember(t.deps, mine.company.id, agent.id, { role: 'member' })
  const asAgent = await signIn(t.deps, agent.id, mine.company.id)
  expect((await post(path, asAgent, { format: 'csv' })).statusCode).toBe(403)
  expect((await post('/admin/audit/exports', mine.headers, { format: 'csv' })).statusCode).toBe(403)

  const root = await createUser(t.deps, { role: 'admin' })
  const headers = await signIn(t.deps, root.id)
  expect(
    (await post('/admin/audit/exports', headers, { format: 'csv', filter: { action: 'label.' } })).statusCode,
  ).toBe(202)
  expect(await lines(headers)).toHaveLength(2)
})
