import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createBrowser } from '#server/test/browser.ts'
import { createSignedIn } from '#server/test/factories.ts'
import { ensureDemoKeys } from './demo.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

test('the demo tells scripts of keys that work, the same at each start until one is ended', async () => {
  const { company, headers } = await createSignedIn(t.deps)
  const keys = await ensureDemoKeys(t.deps, company.id)
  expect(await ensureDemoKeys(t.deps, company.id)).toEqual(keys)
  const made = await t.app.inject({
    ...{ method: 'POST', url: '/api/v1/contacts', payload: { name: 'Rui' } },
    headers: { authorization: `Bearer ${keys?.liveKey}` },
  })
  expect(made.statusCode, made.body).toBe(201)
  const read = async (secret: string | undefined) => {
    const answer = await t.app.inject({ url: '/api/v1/contacts', headers: { authorization: `Bearer ${secret}` } })
    return [answer.statusCode, answer.json().data?.length]
  }
  expect([await read(keys?.liveKey), await read(keys?.testKey)]).toEqual([
    [200, 1],
    [200, 0],
  ])
  const browser = createBrowser(t.app)
  browser.use(headers)
  const list = (await browser.get('/api/v1/api-keys')).json().data
  const live = list.find(({ mode }: { mode: string }) => mode === 'live')
  expect((await browser.post(`/api/v1/api-keys/${live.id}/revocation`)).statusCode).toBe(200)
  const later = await ensureDemoKeys(t.deps, company.id)
  expect([later?.testKey === keys?.testKey, later?.liveKey === keys?.liveKey]).toEqual([true, false])
  expect([await read(keys?.liveKey), await read(later?.liveKey)]).toEqual([
    [401, undefined],
    [200, 1],
  ])
})
