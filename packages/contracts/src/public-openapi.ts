import { apiScopes } from './api-scopes.ts'
import type { EndpointShape } from './endpoint.ts'
import { type ErrorCode, problem } from './errors.ts'
import { bodyOf, codesOf, type NamedEndpoint } from './openapi.ts'
import { documentOf, type Json, parametersOf, schemaOf } from './openapi-parts.ts'
import { publicExamples } from './public-examples.ts'

// The part of the API that programs use, printed for those who write them.

const keyCodes: readonly ErrorCode[] = [
  'unauthenticated',
  'scope_required',
  'address_refused',
  'access_block_required',
  'rate_limited',
]
const changingCodes: readonly ErrorCode[] = ['company_suspended', 'maintenance']
const repeatedCodes: readonly ErrorCode[] = ['idempotency_mismatch', 'idempotency_running', 'idempotency_key_long']

const isRepeatable = ({ method }: EndpointShape) => method === 'POST' || method === 'PATCH'

const header = (description: string, type: 'integer' | 'string'): Json => ({ description, schema: { type } })

const limitHeaders: Json = {
  'RateLimit-Limit': header('Calls of a window of the policy', 'integer'),
  'RateLimit-Remaining': header('Calls that may be made at once', 'integer'),
  'RateLimit-Reset': header('Seconds until all calls of a window may be made again', 'integer'),
  'RateLimit-Policy': header('The limit, as `limit;w=seconds`', 'string'),
}
const referTo = (kind: string, name: string): Json => ({ $ref: `#/components/${kind}/${name}` })
const limitRefs: Json = Object.fromEntries(Object.keys(limitHeaders).map((name) => [name, referTo('headers', name)]))

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Up to 255 characters of your choice, new for each thing to be done. A repeated call with the same key and body gets the first answer for a day, and does nothing twice.',
  schema: { type: 'string', maxLength: 255 },
}

const problemOf = (codes: readonly ErrorCode[]): Json => ({
  description: `Problem: ${codes.map((code) => `\`${code}\``).join(', ')}`,
  headers: limitRefs,
  content: { 'application/problem+json': { schema: referTo('schemas', 'Problem') } },
})

const answersOf = (name: string, endpoint: EndpointShape): Json => {
  const status = endpoint.status ?? (endpoint.response ? 200 : 204)
  const example = publicExamples[name]?.response
  const content = endpoint.response && {
    'application/json': { schema: schemaOf(endpoint.response, 'output'), ...(example !== undefined && { example }) },
  }
  const codes = codesOf([
    ...keyCodes,
    ...(endpoint.method === 'GET' ? [] : changingCodes),
    ...(isRepeatable(endpoint) ? repeatedCodes : []),
    ...(endpoint.params ? (['not_found'] as const) : []),
    ...(endpoint.query || endpoint.body ? (['validation_failed'] as const) : []),
    ...(endpoint.body || endpoint.bodyKind
      ? (['malformed_request', 'unsupported_media_type', 'payload_too_large'] as const)
      : []),
    ...(endpoint.errors ?? []),
  ])
  return {
    [status]: { description: 'Done', headers: limitRefs, ...(content && { content }) },
    ...Object.fromEntries([...codes].map(([at, named]) => [at, problemOf(named)])),
    default: referTo('responses', 'Problem'),
  }
}

const exampledBody = (name: string, endpoint: EndpointShape): Json => {
  const body = bodyOf(endpoint)
  const example = publicExamples[name]?.body
  if (example === undefined) return body
  const { content, ...request } = body['requestBody'] as { content: Record<string, Json> }
  const exampled = Object.fromEntries(Object.entries(content).map(([type, media]) => [type, { ...media, example }]))
  return { requestBody: { ...request, content: exampled } }
}

/** What every path of the public API begins with; the document has it in the address of its server. */
export const publicBase = '/api/v1'

const titleOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Scopes name what they are about before the colon. */
const tagOf = ({ scope }: EndpointShape): string => titleOf(scope?.split(':')[0] ?? '')

const operationOf = ({ name, endpoint }: NamedEndpoint) => {
  const parameters = [
    ...parametersOf(endpoint),
    ...(isRepeatable(endpoint) ? [referTo('parameters', 'IdempotencyKey')] : []),
  ]
  const operation: Json = {
    summary: endpoint.summary,
    description: `Needs the scope \`${endpoint.scope}\`.`,
    ...(parameters.length > 0 && { parameters }),
    ...exampledBody(name, endpoint),
    responses: answersOf(name, endpoint),
    security: [{ ApiKey: [endpoint.scope] }],
  }
  return {
    name,
    tag: tagOf(endpoint),
    method: endpoint.method,
    path: endpoint.path.slice(publicBase.length),
    operation,
  }
}

const description = `The API by which programs use a company of Recado, with an API key as a bearer.

- **Keys** are created under Developers in the product. Those that begin with \`rk_test_\` reach a sandbox of the company: nothing of it reaches real people, and nothing that its people see is changed.
- **Paging**: pass \`page.next\` of an answer as \`cursor\`, until it is null.
- **Errors** are problem documents (RFC 9457) with a stable \`code\`; \`errors\` names the fields of a body that was refused.
- **Limits**: every answer says in \`RateLimit-*\` how many calls are left; after a 429 wait as many seconds as \`Retry-After\` says.
- **Repeating**: give each POST and PATCH an \`Idempotency-Key\`, and repeat it under the same key when no answer came.`

/** The public API as an OpenAPI 3.1 document: every endpoint with a scope. */
export const printPublicOpenApi = (
  endpoints: readonly NamedEndpoint[],
  { version, url }: { version: string; url: string },
): Json =>
  documentOf({
    version,
    url: `${url}${publicBase}`,
    title: 'Recado API',
    description,
    operations: endpoints
      .filter(({ endpoint }) => endpoint.scope)
      .toSorted((one, other) => tagOf(one.endpoint).localeCompare(tagOf(other.endpoint)))
      .map(operationOf),
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      headers: limitHeaders,
      parameters: { IdempotencyKey: idempotencyKey },
      responses: {
        Problem: {
          description: 'Any other problem',
          content: { 'application/problem+json': { schema: referTo('schemas', 'Problem') } },
        },
      },
      securitySchemes: {
        ApiKey: {
          type: 'http',
          scheme: 'bearer',
          description: `An API key, \`rk_live_…\` or \`rk_test_…\`. Its scopes say what it may do: ${apiScopes.map((scope) => `\`${scope}\``).join(', ')}.`,
        },
      },
    },
  })
