import type { EndpointShape } from '@recado/contracts'
import * as adminUsers from '@recado/contracts/admin-users'
import * as auth from '@recado/contracts/auth'
import { exportCompany } from '@recado/contracts/company-rules'
import { startImpersonation } from '@recado/contracts/impersonation'
import { exportConversation } from '@recado/contracts/transcripts'
import * as users from '@recado/contracts/users'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/app.ts'
import { createBrowser } from '../../../test/browser.ts'
import { createSignedIn, createUser, signIn } from '../../../test/factories.ts'

// What nobody may do as somebody else, whatever that person may (product: impersonation).

let server: TestApp
let inside: ReturnType<typeof createBrowser>
beforeAll(async () => {
  server = await buildTestApp()
  const admin = await createUser(server.deps, { role: 'admin' })
  const { user, company } = await createSignedIn(server.deps)
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

test.each(forbidden)('nobody can, as somebody else, %s', async (_, { method, path }) => {
  const url = path.replace(':token', 'a-token').replace(/:\w+/g, uuidv7())
  const answer = await inside.send(method, url, method === 'GET' ? {} : { json: {} })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_while_impersonating'])
})

test.each([
  ['chat', 403],
  ['messages', 403],
  ['members', 202],
])('a file of the list %s answers %i', async (list, status) => {
  const answer = await inside.post('/api/v1/list-exports', { list, format: 'csv' })
  expect(answer.statusCode).toBe(status)
  if (status === 403) expect(answer.json().code).toBe('not_while_impersonating')
})
