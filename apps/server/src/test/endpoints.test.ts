import { readdirSync, readFileSync } from 'node:fs'
import { accessMap, type EndpointShape, errorCodes } from '@recado/contracts'
import { type ApiScope, apiScopes } from '@recado/contracts/api-scopes'
import type { NamedEndpoint } from '@recado/contracts/openapi'
import type { Sandbox } from '@recado/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contractEndpoints } from '#server/http/contract-endpoints.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp, type TestApp, testConfig } from './app.ts'
import { type Call, callOf, foreignCalls, prepare } from './endpoint-calls.ts'
import { createWorld, startWorldSandbox, type World } from './endpoint-world.ts'
import { addMember, createApiKey, createCompany, createUser, signIn } from './factories.ts'
import { rowsWith } from './rows.ts'

let test: TestApp
let sandbox: Sandbox

beforeAll(async () => {
  const { WHATSAPP_APP_SECRET: appSecret = '', WHATSAPP_VERIFY_TOKEN: verifyToken = '' } = testConfig()
  sandbox = await startWorldSandbox({ appSecret, verifyToken })
  test = await buildOwnApp({ WHATSAPP_GRAPH_URL: sandbox.graphUrl, WHATSAPP_SIGNUP_CONFIG_ID: '700000000000001' })
})
afterAll(async () => {
  await test.close()
  await sandbox.close()
})

/** The same as a program sends it: a key and no cookies. */
const sendAs = (secret: string, { method, url, payload, headers }: Call) =>
  test.app.inject({
    method,
    url,
    headers: { ...headers, authorization: `Bearer ${secret}` },
    ...(payload === undefined ? {} : { payload }),
  })

const send = ({ method, url, payload, headers }: Call, session: Record<string, string> = {}) =>
  test.app.inject({
    method,
    url,
    headers: { ...headers, ...session, cookie: `XSRF-TOKEN=same; ${session['cookie'] ?? ''}`, 'x-xsrf-token': 'same' },
    ...(payload === undefined ? {} : { payload }),
  })

const codeOf = (answer: Awaited<ReturnType<typeof send>>) =>
  answer.headers['content-type']?.includes('json') ? answer.json<{ code?: string }>().code : undefined

/** What every call of a key writes, whatever becomes of it, and a moment later. */
const logs = ['api_request_logs', 'api_usage_hours']
const isLog = (place: string) => logs.includes(place.split('.')[0] ?? '')

/** Every row of a company and of its people, as one text for each table. */
const rowsOf = async (world: World) => {
  const rows = await rowsWith(test.deps.database, [world.company.id, world.user.id, world.colleague.id], {
    names: ['company_id', 'user_id'],
    besides: [
      { table: 'companies', column: 'id' },
      { table: 'users', column: 'id' },
    ],
  })
  return Object.fromEntries(Object.entries(rows).filter(([place]) => !isLog(place)))
}

/** People who lack an ability, each for another reason, with the code they must be answered. */
const findStrangers = async (ability: keyof typeof accessMap, world: World) => {
  const rule: { roles?: readonly string[]; company?: boolean; block?: string; companyAdmin?: boolean } =
    accessMap[ability]
  const as = async (companyId: string | null, role: 'admin' | 'member' = 'admin') => {
    const user = await createUser(test.deps)
    if (companyId) await addMember(test.deps, companyId, user.id, { role })
    return signIn(test.deps, user.id, companyId)
  }
  const strangers: { who: string; headers: Record<string, string>; code: string }[] = []
  if (rule.roles) strangers.push({ who: 'no admin', headers: await as(world.company.id), code: 'forbidden' })
  if (rule.company) strangers.push({ who: 'without a company', headers: await as(null), code: 'forbidden' })
  if (rule.companyAdmin)
    strangers.push({ who: 'a plain member', headers: await as(world.company.id, 'member'), code: 'forbidden' })
  if (rule.block) {
    const without = await createCompany(test.deps, { accessBlocks: [] })
    strangers.push({ who: 'without the block', headers: await as(without.id), code: 'access_block_required' })
  }
  return strangers
}

const isAbility = (can: string): can is keyof typeof accessMap => can in accessMap
/** Endpoints of the product itself, which belongs to no company. */
const isOfPlatform = ({ can }: EndpointShape) => isAbility(can) && 'roles' in accessMap[can]
const worldOf = (endpoint: EndpointShape) =>
  createWorld(test.deps, {
    platform: isOfPlatform(endpoint),
    sources: endpoint.path.startsWith('/api/v1/admin/webhook-templates'),
  })

/** What is made once for all endpoints of a kind: for calls that change nothing. */
const once = <K, T>(make: (key: K) => Promise<T>) => {
  const made = new Map<K, Promise<T>>()
  return (key: K): Promise<T> => {
    const found = made.get(key) ?? make(key)
    made.set(key, found)
    return found
  }
}
const worldOnce = once((platform: boolean) => createWorld(test.deps, { platform }))
const otherWorldOnce = once((platform: boolean) => createWorld(test.deps, { platform }))
/** A world that no call has changed, of the endpoint's kind. */
const unchanged = (endpoint: EndpointShape) => worldOnce(isOfPlatform(endpoint))
/** Whether calls must come before this one, which change the world they are made in. */
const needsCalls = async (name: string, endpoint: EndpointShape): Promise<boolean> => {
  let needs = false
  await prepare(name, await unchanged(endpoint), async () => {
    needs = true
  })
  return needs
}
const strangersTo = once(async (ability: keyof typeof accessMap) =>
  findStrangers(ability, await worldOnce('roles' in accessMap[ability])),
)
const named = (endpoints: readonly NamedEndpoint[]) =>
  endpoints.map((entry) => ({ ...entry, title: `${entry.name}: ${entry.endpoint.method} ${entry.endpoint.path}` }))
const guarded = contractEndpoints.filter(({ endpoint }) => endpoint.can !== 'public')
const withAbility = guarded.filter(({ endpoint }) => isAbility(endpoint.can))
const withIds = guarded.filter(
  ({ endpoint }) => !isOfPlatform(endpoint) && (/:(\w*[iI]d)\b/.test(endpoint.path) || endpoint.body),
)

describe('the contracts', () => {
  it('are all walked here: no file that declares endpoints is left out', () => {
    const folder = new URL('../../../../packages/contracts/src/', import.meta.url)
    const declaring = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /= endpoint\(\{/.test(file.endsWith('.ts') ? readFileSync(new URL(file, folder), 'utf8') : ''),
    )
    const walked = new Set(contractEndpoints.map(({ group }) => `${group}.ts`))
    expect(declaring.toSorted()).toEqual([...walked].toSorted())
  })

  it('declare each method and path once', () => {
    const keys = contractEndpoints.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  })

  it.each(['en', 'pt'])('have a text in %s for every error code', (locale) => {
    const file = new URL(`../../../web/public/locales/${locale}/errors.json`, import.meta.url)
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
    expect(errorCodes.filter((code) => !texts[code]?.trim())).toEqual([])
  })
})

describe.each(named(contractEndpoints))('$title', ({ endpoint }) => {
  it('is mounted', () => {
    expect(test.app.hasRoute({ method: endpoint.method, url: endpoint.path })).toBe(true)
  })
})

describe.each(named(guarded))('$title', ({ name, endpoint }: { name: string; endpoint: EndpointShape }) => {
  it('works for those who may', async () => {
    const changes = endpoint.method !== 'GET' || (await needsCalls(name, endpoint))
    const world = await (changes ? worldOf(endpoint) : unchanged(endpoint))
    await prepare(name, world, (call) => send(call, world.headers))
    const answer = await send(await callOf(name, endpoint, world), world.headers)
    expect({ status: answer.statusCode, code: codeOf(answer) }).toEqual({
      status:
        name === 'getAvatar' || name === 'getCompanyLogo' ? 200 : (endpoint.status ?? (endpoint.response ? 200 : 204)),
      code: undefined,
    })
  })

  it('answers 401 without a session', async () => {
    const answer = await send(await callOf(name, endpoint, await unchanged(endpoint)))
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'unauthenticated'])
  })

  it('answers 409 when the page shows another company than the session', async () => {
    const world = await unchanged(endpoint)
    const answer = await send(await callOf(name, endpoint, world), { ...world.headers, 'x-company-version': newId() })
    expect([answer.statusCode, codeOf(answer)]).toEqual([409, 'stale_company'])
  })
})

describe.each(named(withAbility))('$title', ({ name, endpoint }: { name: string; endpoint: EndpointShape }) => {
  it('answers 403 to those who lack the ability', async () => {
    const world = await unchanged(endpoint)
    const call = await callOf(name, endpoint, world)
    const strangers = await strangersTo(endpoint.can as keyof typeof accessMap)
    const before = await rowsOf(world)
    for (const { who, headers, code } of strangers) {
      const answer = await send(call, headers)
      expect([answer.statusCode, codeOf(answer)], who).toEqual([403, code])
    }
    expect(await rowsOf(world)).toEqual(before)
  })
})

describe.each(named(withIds))('$title', ({ name, endpoint }: { name: string; endpoint: EndpointShape }) => {
  it("does nothing with another company's ids", async () => {
    const own = await needsCalls(name, endpoint)
    const mine = await (own ? worldOf(endpoint) : unchanged(endpoint))
    const theirs = await (own ? worldOf(endpoint) : otherWorldOnce(isOfPlatform(endpoint)))
    await prepare(name, mine, (call) => send(call, mine.headers))
    await prepare(name, theirs, (call) => send(call, theirs.headers))
    const before = await rowsOf(theirs)
    for (const { foreign, call, statuses } of await foreignCalls(name, endpoint, mine, theirs)) {
      const answer = await send(call, mine.headers)
      expect(statuses, `${foreign}: ${answer.statusCode} ${answer.body.slice(0, 200)}`).toContain(answer.statusCode)
    }
    expect(await rowsOf(theirs)).toEqual(before)
  })
})

const open = guarded.filter((entry): entry is NamedEndpoint & { endpoint: { scope: ApiScope } } =>
  Boolean(entry.endpoint.scope),
)
const secretOf = async (world: World, scopes: readonly ApiScope[]): Promise<string> =>
  (await createApiKey(test.deps, world.company.id, scopes)).secret
const secretOnce = once(async (scope: ApiScope) => secretOf(await worldOnce(false), [scope]))
const others = once(async (scope: ApiScope) =>
  secretOf(
    await worldOnce(false),
    apiScopes.filter((one) => one !== scope),
  ),
)

/** What calls of keys write whatever becomes of them: when a key was last used. */
const withoutUse = (rows: Record<string, string>) =>
  Object.fromEntries(Object.entries(rows).filter(([place]) => !place.startsWith('api_keys.')))

describe.each(named(open))('$title', ({ name, endpoint }: { name: string; endpoint: EndpointShape }) => {
  const scope = endpoint.scope as ApiScope

  it('works for a key with its scope, and says what is left of its calls', async () => {
    const changes = endpoint.method !== 'GET'
    const world = await (changes ? worldOf(endpoint) : unchanged(endpoint))
    const secret = await (changes ? secretOf(world, [scope]) : secretOnce(scope))
    const answer = await sendAs(secret, await callOf(name, endpoint, world))
    expect({ status: answer.statusCode, code: codeOf(answer) }, answer.body).toEqual({
      status: endpoint.status ?? (endpoint.response ? 200 : 204),
      code: undefined,
    })
    for (const header of ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'])
      expect(answer.headers[header], header).toBeTruthy()
  })

  it('answers 403 to a key with every other scope, and does nothing', async () => {
    const world = await unchanged(endpoint)
    const before = await rowsOf(world)
    const answer = await sendAs(await others(scope), await callOf(name, endpoint, world))
    expect([answer.statusCode, answer.json().code, answer.json().data]).toEqual([403, 'scope_required', { scope }])
    expect(answer.headers['ratelimit-remaining']).toBeTruthy()
    expect(withoutUse(await rowsOf(world))).toEqual(withoutUse(before))
  })

  it("does nothing for a key with another company's ids", async () => {
    const mine = await unchanged(endpoint)
    const theirs = await otherWorldOnce(false)
    const before = await rowsOf(theirs)
    for (const { foreign, call, statuses } of await foreignCalls(name, endpoint, mine, theirs)) {
      const answer = await sendAs(await secretOnce(scope), call)
      expect(statuses, `${foreign}: ${answer.statusCode} ${answer.body.slice(0, 200)}`).toContain(answer.statusCode)
    }
    expect(await rowsOf(theirs)).toEqual(before)
  })

  it.runIf(endpoint.body)('answers 422 to a body of another shape, with its fields', async () => {
    const world = await unchanged(endpoint)
    const call = await callOf(name, endpoint, world)
    const answer = await sendAs(await secretOnce(scope), { ...call, payload: [{ shape: 'another' }] })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'validation_failed'])
    expect(answer.json().errors.length).toBeGreaterThan(0)
  })
})

describe('numbers that a database cannot hold', () => {
  const schemaOf = (schema: z.ZodType | undefined) =>
    schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }) : {}
  const numbersOf = (schema: z.ZodType | undefined) =>
    Object.entries(schemaOf(schema).properties ?? {}).flatMap(([key, { type }]) =>
      type === 'integer' || type === 'number' ? [key] : [],
    )

  it('end in no failure wherever a number is taken', async () => {
    const answers: Record<string, number> = {}
    for (const { name, endpoint } of guarded) {
      const world = await unchanged(endpoint)
      const call = await callOf(name, endpoint, world)
      const tries: [string, Call][] = [
        ...numbersOf(endpoint.body).map((key): [string, Call] => [
          key,
          { ...call, payload: { ...call.payload, [key]: 2 ** 31 } },
        ]),
        ...numbersOf(endpoint.query).map((key): [string, Call] => [
          key,
          { ...call, url: `${call.url}${call.url.includes('?') ? '&' : '?'}${key}=${2 ** 31}` },
        ]),
        ...numbersOf(endpoint.params).map((key): [string, Call] => {
          const at = endpoint.path.split('/').indexOf(`:${key}`)
          return [
            key,
            {
              ...call,
              url: call.url
                .split('/')
                .with(at, String(2 ** 31))
                .join('/'),
            },
          ]
        }),
      ]
      for (const [key, hostile] of tries) answers[`${name}: ${key}`] = (await send(hostile, world.headers)).statusCode
    }
    expect(Object.keys(answers).length).toBeGreaterThan(30)
    expect(Object.entries(answers).filter(([, status]) => status >= 500)).toEqual([])
  })
})

describe.each(named(contractEndpoints.filter(({ endpoint }) => endpoint.body)))('$title', ({ name, endpoint }) => {
  it('answers 422 to a body of another shape', async () => {
    const world = await unchanged(endpoint)
    const call = await callOf(name, endpoint, world)
    const answer = await send({ ...call, payload: [{ shape: 'another' }] }, world.headers)
    expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'validation_failed'])
  })
})
