import type { z } from 'zod'
import { newId } from '#server/lib/ids.ts'
import { fieldsOf, placesIn, replaced, values, widened, words } from './hostile-values.ts'

/** A request as it goes out; `what` tells what is wrong with it. */
export type HostileCall = {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  what: string
}

type Proper = { method: string; url: string; headers: Record<string, string>; payload?: unknown }
/** `path` with `:name` for what calls put in. */
type Shapes = { path?: string; query?: z.ZodType | undefined; body?: z.ZodType | undefined }

const base64 = (text: string) => Buffer.from(text).toString('base64url')
const id = '018f0000-0000-7000-8000-000000000000'

const cursors = [
  '',
  'x',
  id,
  base64(`${id} a\u0000b`),
  base64(`\u0000 ${id}`),
  base64(`9 ${id}`),
  base64(JSON.stringify({ at: 9, id, key: 'a\u0000b' })),
  'é'.repeat(100),
]
  .concat(['2026-11-21 10:00:00+00', '1', '99999999999999'].flatMap((at) => [`${at}|${id}`, `${at} ${id}`].map(base64)))
  .concat([base64(`${id} ${'9'.repeat(300)}`), base64(`${id} 2026-13-45`)])

const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}1${']}'.repeat(depth / 2)}`
const wide = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":${i}`).join(',')}}`
const json = 'application/json'

/** Whole bodies: `[type, body, what]`. */
const bodies: readonly [type: string, body: string | Buffer, what: string][] = [
  [json, '', 'no body'],
  [json, '{', 'half a body'],
  [json, 'null', 'null'],
  [json, '[]', 'a list'],
  [json, '"text"', 'a text'],
  [json, '1e999', 'a number'],
  [json, '\u0000', 'NUL'],
  [json, Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 'broken UTF-8'],
  [json, '{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}}}', 'a prototype'],
  [json, nested(5000), 'too deep'],
  [json, nested(38), 'deep'],
  [json, `[${'[],'.repeat(300_000)}[]]`, 'too wide'],
  [json, wide(45_000), 'wide'],
  [json, `{"name":"${'x'.repeat(900_000)}"}`, 'a long text'],
  ['text/plain', 'x', 'a text'],
  ['application/x-www-form-urlencoded', `${'a=%zz&'.repeat(5000)}__proto__=1`, 'a strange form'],
  ['multipart/form-data', 'x', 'multipart without a boundary'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\ncontent-disposition: form-data; name="file"; filename="\u0000"\r\n\r\nx',
    'half a file',
  ],
  ['multipart/form-data; boundary=b', '--b\r\nnonsense\r\n\r\n--b--', 'a strange file'],
  ['\u00e9', 'x', 'a strange type'],
  ['application/json; charset=utf-16', '{}', 'another charset'],
]

const headers: Record<string, string>[] = [
  { 'x-company-version': 'x' },
  { 'idempotency-key': 'é'.repeat(200) },
  { 'accept-language': '\u00ff;q=9' },
  { range: 'bytes=9-1' },
  { 'if-none-match': '*' },
  { 'x-forwarded-proto': 'gopher' },
]

/** Everything that can be wrong with a call of an endpoint. */
export const hostileCalls = ({ method, url, headers: own, payload }: Proper, shapes: Shapes): HostileCall[] => {
  const [path = '', query = ''] = url.split('?')
  const isJson = payload !== undefined && !Buffer.isBuffer(payload)
  const plain = isJson ? { body: JSON.stringify(payload), type: { 'content-type': json } } : { type: {} }
  const call = (what: string, change: Partial<HostileCall>): HostileCall => ({
    method,
    url,
    ...(plain.body === undefined ? {} : { body: plain.body }),
    what,
    ...change,
    headers: { ...own, ...plain.type, ...change.headers },
  })
  const segments = (shapes.path ?? '').split('/').flatMap((segment, at) => (segment.startsWith(':') ? [at] : []))
  const hasCursor = (name: string) => /cursor|before|after/i.test(name)
  const full = isJson ? widened(shapes.body, payload as object) : undefined
  return [
    ...segments.flatMap((at) =>
      words.map((word) =>
        call(`path ${at} = ${word.slice(0, 30)}`, {
          url: path.split('/').with(at, encodeURIComponent(word.toWellFormed())).join('/') + (query && `?${query}`),
        }),
      ),
    ),
    ...fieldsOf(shapes.query).flatMap((name) =>
      [...words, ...(hasCursor(name) ? cursors : [])].flatMap((word) =>
        [name, `${name}[]`].map((key) => {
          const hostile = `${encodeURIComponent(key)}=${encodeURIComponent(word.toWellFormed())}`
          return call(`?${key}=${word.slice(0, 60)}`, { url: `${path}?${query ? `${query}&` : ''}${hostile}` })
        }),
      ),
    ),
    ...(full ? placesIn(full) : []).flatMap((place) =>
      values.map((value) =>
        call(`${place.join('.')} = ${JSON.stringify(value)?.slice(0, 40)}`, {
          body: JSON.stringify(replaced(full, place, value)),
        }),
      ),
    ),
    ...(method === 'GET' ? [] : bodies).map(([type, body, what]) =>
      call(`${type}: ${what}`, { body, headers: { 'content-type': Buffer.from(type).toString('latin1') } }),
    ),
    ...headers.map((header) => call(`header ${Object.keys(header)}`, { headers: header })),
  ]
}

/** Paths that stand in no table, with the methods they answer to. */
export const otherPaths: readonly [method: string, path: string][] = [
  ...['csrf', 'providers', 'session', 'signin', 'signin/x', 'signout', 'error', 'verify-request', 'callback/x'].map(
    (name): [string, string] => ['GET', `/api/auth/${name}`],
  ),
  ...['session', 'signout', 'callback/credentials', 'signin/google', '_log'].map((name): [string, string] => [
    'POST',
    `/api/auth/${name}`,
  ]),
  ['GET', '/api/v1/images?url=http%3A%2F%2F127.0.0.1%3A1%2Fx.png&w=640'],
  ['GET', `/files/${newId()}?expires=1&sig=x`],
  ['GET', '/webhooks/whatsapp?hub.mode=subscribe&hub.verify_token=x&hub.challenge=y'],
  ['POST', '/webhooks/whatsapp'],
  ['POST', `/webhooks/whatsapp/${newId()}`],
  ['GET', '/healthz'],
  ['GET', '/metrics'],
  ['GET', '/api/v1/openapi.json'],
  ['GET', '/v1/openapi.json'],
  ['POST', '/v1/webhooks/x'],
  ['GET', '/inbox/embed.js'],
  ['POST', '/nowhere'],
]
