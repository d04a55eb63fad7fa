import { webhookEventNames, webhookEvents } from '@recado/contracts/integrations/webhook-events'
import { locales } from '@recado/contracts/shared'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contractEndpoints } from '#server/http/contract-endpoints.ts'
import { tools } from '#server/modules/integrations/mcp/index.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { pageNames, readProgram } from './content.ts'
import { publicErrors } from './public-errors.ts'

let test: TestApp

beforeAll(async () => {
  test = await buildTestApp()
})
afterAll(() => test.close())

const get = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers })
const paths = locales.flatMap((locale) =>
  pageNames.map((name) => (name === 'index' ? `/docs/${locale}` : `/docs/${locale}/${name}`)),
)
const decoded = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)

it('leads to the language of the reader', async () => {
  const asked = await get('/docs', { 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' })
  expect([asked.statusCode, asked.headers.location, asked.headers.vary]).toEqual([302, '/docs/pt', 'accept-language'])
  expect((await get('/docs/errors', { 'accept-language': 'de' })).headers.location).toBe('/docs/en/errors')
})

describe.each(paths)('%s', (path) => {
  it('is a page whose links, anchors and files all exist', async () => {
    const page = await get(path)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-security-policy']).toContain("default-src 'self'")
    expect(page.body).not.toMatch(/\{\{[a-z]/)
    const ids = idsOf(page.body)
    expect(new Set(ids).size).toBe(ids.length)
    const targets = [...page.body.matchAll(/ (?:href|src)="([^"]+)"/g)].map(([, target = '']) => target)
    for (const target of new Set(targets)) {
      const { origin, pathname, hash } = new URL(target, `http://localhost:5000${path}`)
      if (origin !== 'http://localhost:5000' || pathname === '/' || pathname === '/favicon.svg') continue
      const found = await get(pathname)
      expect(found.statusCode, `${path} leads to ${target}`).toBe(200)
      if (hash) expect(idsOf(found.body), `${path} leads to ${target}`).toContain(hash.slice(1))
    }
  })
})

it('says of every error of the public API what it means and what to do, in both languages', async () => {
  for (const locale of locales) {
    const { body } = await get(`/docs/${locale}/errors`)
    for (const { code, status } of publicErrors) {
      const [, entry = ''] = body.split(`<h3 id="${code}">`)
      expect(entry, `${code} in ${locale}`).toContain(`<span class="badge">${status}</span>`)
      const [meaning = '', todo = ''] = [...(entry.split('</section>')[0] ?? '').matchAll(/<p>(.*?)<\/p>/g)].map(
        ([, text = '']) => decoded(text),
      )
      expect(meaning.length, `${code} in ${locale}`).toBeGreaterThan(10)
      expect(todo.length, `${code} in ${locale}`).toBeGreaterThan(20)
    }
  }
})

it('shows every event of webhooks with an example, and says when it is sent', async () => {
  for (const locale of locales) {
    const { body } = await get(`/docs/${locale}/webhooks`)
    for (const name of webhookEventNames) {
      const [, entry = ''] = body.split(`<h3 id="${name}">`)
      const [, when = ''] = /<p>(.*?)<\/p>/.exec(entry.split('</section>')[0] ?? '') ?? []
      expect(when.length, `${name} in ${locale}`).toBeGreaterThan(15)
      const [, example = ''] = /<pre[^>]*><code>([\s\S]*?)<\/code>/.exec(entry) ?? []
      expect(JSON.parse(decoded(example))).toMatchObject({ type: name, data: webhookEvents[name].example })
    }
  }
})

it('names every tool of assistants with what it does', async () => {
  for (const locale of locales) {
    const { body } = await get(`/docs/${locale}/assistants`)
    const rows = [...body.matchAll(/<tr><td><code>(\w+)<\/code><\/td><td>([^<]+)<\/td><td><code>([\w:]+)</g)]
    expect(rows.map(([, name, , scope]) => [name, scope])).toEqual(tools.map(({ name, scope }) => [name, scope]))
  }
})

it('names every scope with what it allows', async () => {
  for (const locale of locales) {
    const { body } = await get(`/docs/${locale}/authentication`)
    expect([...body.matchAll(/<tr><td>.*?<\/td><td><\/td><\/tr>/g)].map(([row]) => row)).toEqual([])
    expect(body).toContain('<td><code>messages:send</code></td>')
  }
})

it('shows programs as they stand in their files', async () => {
  const { body } = await get('/docs/en/quick-start')
  const shown = [...body.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code = '']) => decoded(code))
  for (const file of ['curl.sh', 'typescript.ts', 'php.php', 'python.py']) expect(shown).toContain(readProgram(file))
  expect(shown.filter((code) => /^(#|\/\/) 1\. /.test(code))).toHaveLength(4)
})

it('names the address and the limits of the installation', async () => {
  const { body } = await get('/docs/pt/rate-limits')
  expect(body).toContain(`${test.deps.config.API_LIMIT_FREE}, ${test.deps.config.API_LIMIT_BUSINESS}`)
})

it('answers an address that leads nowhere with the menu of all pages', async () => {
  const page = await get('/docs/en/no-such-page')
  expect(page.statusCode).toBe(404)
  expect(page.body).toContain('href="/docs/en/quick-start"')
})

describe('the Postman collection', () => {
  type Item = {
    name: string
    item?: Item[]
    request?: { method: string; url: { raw: string }; body?: { raw: string } }
  }
  const requestsOf = (items: readonly Item[]): NonNullable<Item['request']>[] =>
    items.flatMap(({ item, request }) => [...(request ? [request] : []), ...requestsOf(item ?? [])])

  it('has every call of the public API, with bodies that are JSON, and asks for the key once', async () => {
    const collection = (await get('/docs/recado.postman_collection.json')).json()
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json')
    expect(collection.auth).toEqual({ type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] })
    expect(collection.variable.map(({ key }: { key: string }) => key)).toEqual(['url', 'key'])
    const requests = requestsOf(collection.item)
    const open = contractEndpoints.filter(({ endpoint }) => endpoint.scope)
    const printed = requests.map(({ method, url }) => `${method} ${url.raw.split('?')[0]}`)
    expect(printed.toSorted()).toEqual(
      open.map(({ endpoint }) => `${endpoint.method} {{url}}${endpoint.path}`).toSorted(),
    )
    for (const { body } of requests) if (body?.raw) expect(() => JSON.parse(body.raw)).not.toThrow()
    const send = requests.find(({ method, url }) => method === 'POST' && url.raw === '{{url}}/api/v1/messages')
    expect(JSON.parse(send?.body?.raw ?? '{}')).toMatchObject({ to: expect.any(String), type: expect.any(String) })
  })
})
