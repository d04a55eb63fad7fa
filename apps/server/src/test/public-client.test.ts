import type { ApiScope } from '@recado/contracts/api-scopes'
import type { Sandbox } from '@recado/sandbox'
import { type Document, OpenAPIClientAxios } from 'openapi-client-axios'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contractEndpoints } from '#server/http/contract-endpoints.ts'
import { buildOwnApp, type TestApp, testConfig } from './app.ts'
import { callOf } from './endpoint-calls.ts'
import { createWorld, photoFile, startWorldSandbox, type World } from './endpoint-world.ts'
import { createApiKey } from './factories.ts'

let t: TestApp
let sandbox: Sandbox
let unchanged: World
let client: Awaited<ReturnType<typeof clientOf>>

type Call = (
  parameters: Record<string, string> | null,
  data: unknown,
  config: object,
) => Promise<{ status: number; data: unknown; headers: Record<string, string> }>

/** A client that a library makes of the document alone: it knows the operations by their ids. */
const clientOf = async () => {
  const base = await t.app.listen({ host: '127.0.0.1', port: 0 })
  const definition = (await (await fetch(`${base}/api/openapi.json`)).json()) as Document & {
    servers: { url: string }[]
  }
  const { pathname } = new URL(definition.servers[0]?.url ?? '')
  const api = new OpenAPIClientAxios({
    definition,
    axiosConfigDefaults: { baseURL: `${base}${pathname}`, validateStatus: () => true },
  })
  return (await api.init()) as unknown as Record<string, Call>
}

beforeAll(async () => {
  const { WHATSAPP_APP_SECRET: appSecret = '', WHATSAPP_VERIFY_TOKEN: verifyToken = '' } = testConfig()
  sandbox = await startWorldSandbox({ appSecret, verifyToken })
  t = await buildOwnApp({ WHATSAPP_GRAPH_URL: sandbox.graphUrl })
  unchanged = await createWorld(t.deps)
  client = await clientOf()
})
afterAll(async () => {
  await t.close()
  await sandbox.close()
})

const open = contractEndpoints.flatMap(({ name, endpoint }) =>
  endpoint.scope ? [{ name, endpoint, scope: endpoint.scope as ApiScope }] : [],
)

test.each(open)('the client calls $name', async ({ name, endpoint, scope }) => {
  const world = endpoint.method === 'GET' ? unchanged : await createWorld(t.deps)
  const { url, payload } = await callOf(name, endpoint, world)
  const called = new URL(url, 'http://localhost')
  const parts = called.pathname.split('/')
  const inPath = endpoint.path
    .split('/')
    .flatMap((part, place): [string, string][] => (part.startsWith(':') ? [[part.slice(1), parts[place] ?? '']] : []))
  const parameters = Object.fromEntries([...inPath, ...called.searchParams])
  const form = new FormData()
  if (endpoint.bodyKind === 'multipart')
    form.append('file', new Blob([new Uint8Array(await photoFile())], { type: 'image/png' }), 'a.png')
  const { headers } = await createApiKey(t.deps, world.company.id, [scope])
  const answer = await client[name]?.(parameters, endpoint.bodyKind === 'multipart' ? form : payload, { headers })
  expect(answer?.status, JSON.stringify(answer?.data)).toBe(endpoint.status ?? (endpoint.response ? 200 : 204))
  expect(answer?.headers['ratelimit-remaining']).toBeTruthy()
})
