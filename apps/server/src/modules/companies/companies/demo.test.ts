import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createDemoAccounts } from './actions/demo.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

test('every demo account signs in, two companies can be switched between, and a second start changes nothing', async () => {
  const made = await createDemoAccounts(server.deps)
  expect(made.accounts.map((account) => account.role).toSorted()).toEqual(['admin', 'customer', 'customer', 'support'])
  for (const { email, password } of made.accounts) {
    expect((await createBrowser(server.app).signIn(email, password)).statusCode).toBe(200)
  }
  const [account] = made.accounts
  const b = createBrowser(server.app)
  await b.signIn(account?.email ?? '', account?.password ?? '')
  const { companies } = (await b.get('/api/v1/companies/my-companies')).json()
  expect(companies.map((company: { id: string }) => company.id)).toEqual(made.companies.map((company) => company.id))
  const blocks = ['integrations', 'whatsapp_chat', 'bulk_sending', 'chatbot', 'automations', 'smart_agent']
  expect((await b.session()).user.companies[0].access_blocks).toEqual(blocks)
  const [first] = made.companies
  expect((await b.patch(`/api/v1/companies/${first?.id}`, { name: 'Renamed' })).statusCode).toBe(200)
  const again = await createDemoAccounts(server.deps)
  expect(again).toEqual({ ...made, companies: [{ id: first?.id, name: 'Renamed' }, made.companies[1]] })
})
