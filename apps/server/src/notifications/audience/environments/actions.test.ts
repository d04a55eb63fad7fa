import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { createTestDeps } from '#server/test/app.ts'
import { createTestEnvironment } from '#server/test/notifications.ts'
import { ensurePlatformEnvironment, platformCredentials } from '../organizations/platform.ts'
import { subscriberHash } from './actions.ts'
import { listApiKeys } from './queries.ts'

let test: Awaited<ReturnType<typeof createTestDeps>>
beforeAll(async () => {
  test = await createTestDeps()
})
afterAll(() => test.close())

it('makes an organisation with a root environment and one that is promoted from it', async () => {
  const { environment, production, apiKey } = await createTestEnvironment(test.deps, { tier: 'business' })
  expect([environment.name, environment.parentId, environment.tier]).toEqual(['Development', null, 'business'])
  expect([production.environment.name, production.environment.parentId]).toEqual(['Production', environment.id])
  expect(apiKey).toMatch(/^[0-9a-f]{32}$/)
  expect(environment.identifier).toMatch(/^[\w-]{12}$/)
})

it('never stores a key in plain text', async () => {
  const { environment, apiKey } = await createTestEnvironment(test.deps)
  const rows = await listApiKeys(systemCtx(test.deps, 'test'), [environment.id])
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(apiKey)
  expect(test.deps.sealer.open(rows[0]?.sealed ?? '')).toBe(apiKey)
})

it('signs subscriber ids with the first key', async () => {
  const { environment, apiKey } = await createTestEnvironment(test.deps)
  const expected = createHmac('sha256', apiKey).update('joão').digest('hex')
  expect(await subscriberHash(test.deps, environment, 'joão')).toBe(expected)
})

it('makes the environment of the product once, however many processes ask at the same time', async () => {
  const others = await Promise.all([createTestDeps(), createTestDeps()])
  const all = [test.deps, ...others.map(({ deps }) => deps)]
  const environments = await Promise.all([...all, ...all].map(ensurePlatformEnvironment))
  const { environment, identifier, apiKey } = await platformCredentials(test.deps)
  await Promise.all(others.map(({ close }) => close()))
  expect(new Set(environments.map(({ id }) => id))).toEqual(new Set([environment.id]))
  expect([environment.name, environment.parentId, environment.tier]).toEqual(['Production', null, 'business'])
  expect(identifier).toBe(environment.identifier)
  expect(apiKey).toMatch(/^[0-9a-f]{32}$/)
})
