import { z } from 'zod'
import { documentOf, type Json, jsonContent, jsonRequest, parametersOf, schemaOf } from '../openapi-parts.ts'
import * as activity from './activity.ts'
import * as changes from './changes.ts'
import * as environments from './environments.ts'
import * as events from './events.ts'
import * as feeds from './feeds.ts'
import * as groups from './groups.ts'
import * as inbox from './inbox.ts'
import * as integrations from './integrations.ts'
import * as layouts from './layouts.ts'
import * as messages from './messages.ts'
import * as organizations from './organizations.ts'
import * as overrides from './overrides.ts'
import * as preferences from './preferences.ts'
import * as subscribers from './subscribers.ts'
import * as tenants from './tenants.ts'
import * as topics from './topics.ts'
import type { V1Shape } from './v1.ts'
import * as widget from './widget.ts'
import * as workflows from './workflows.ts'

const areas: Record<string, object> = {
  events,
  subscribers,
  topics,
  tenants,
  workflows,
  groups,
  layouts,
  feeds,
  messages,
  inbox,
  preferences,
  integrations,
  activity,
  overrides,
  changes,
  environments,
  organizations,
  widget,
}

/** An endpoint with the name it goes by and the contract file that declares it. */
export type NamedV1Endpoint = { name: string; area: string; endpoint: V1Shape }

const isEndpoint = (value: object): value is V1Shape => 'method' in value && 'path' in value && 'auth' in value
const isList = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof z.ZodType)

/** Files export their endpoints one by one, or in objects and lists of them, which lend them their names. */
const endpointsIn = (area: string, keys: string[], value: unknown): NamedV1Endpoint[] => {
  if (!isList(value)) return []
  if (isEndpoint(value))
    return [{ name: keys.length === 1 ? String(keys[0]) : [area, ...keys.slice(1)].join('_'), area, endpoint: value }]
  return Object.entries(value).flatMap(([key, inner]) => endpointsIn(area, [...keys, key], inner))
}

/** Every endpoint of the notification API. */
export const v1Endpoints: readonly NamedV1Endpoint[] = Object.entries(areas).flatMap(([area, exports]) =>
  Object.entries(exports).flatMap(([name, value]) => endpointsIn(area, [name], value)),
)

const errorRef = { $ref: '#/components/schemas/Error' }
const problem = (description: string): Json => ({ description, content: jsonContent(errorRef) })

/** Pages carry their `data` themselves; everything else goes into an envelope. */
const enveloped = (schema: Json): Json => {
  const properties = (schema['properties'] ?? {}) as Json
  if ('data' in properties && !('_id' in properties)) return schema
  return { type: 'object', properties: { data: schema }, required: ['data'] }
}

const limitHeaders: Json = Object.fromEntries(
  ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset', 'RateLimit-Policy'].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
)

const successOf = ({ method, response, status, auth }: V1Shape): Json => {
  const code = status ?? (response === null ? 204 : method === 'POST' ? 201 : 200)
  const content = response && code !== 204 ? { content: jsonContent(enveloped(schemaOf(response, 'output'))) } : {}
  return { [code]: { description: 'Done', ...(auth === 'apiKey' && { headers: limitHeaders }), ...content } }
}

const isRepeatable = ({ auth, method }: V1Shape) => auth === 'apiKey' && (method === 'POST' || method === 'PATCH')

const answersOf = (endpoint: V1Shape): Json => {
  if (endpoint.auth === 'dashboard') return { 401: problem('Not open to keys'), default: problem('Any other error') }
  return {
    ...successOf(endpoint),
    ...((endpoint.params || endpoint.query || endpoint.body) && {
      400: problem('Something in the request is not valid'),
    }),
    ...(endpoint.auth !== 'public' && { 401: problem('The key or token is missing, wrong, or not for this call') }),
    ...(endpoint.params && { 404: problem('Not found in this environment') }),
    ...(isRepeatable(endpoint) && {
      409: problem('In use already, or a request with this Idempotency-Key is still running'),
      422: problem('It cannot be done, or this Idempotency-Key was used for another request'),
    }),
    ...(endpoint.body && { 413: problem(`The body is larger than ${endpoint.large ? 20 : 1} MB`) }),
    ...(endpoint.auth === 'apiKey' && { 429: { $ref: '#/components/responses/RateLimited' } }),
    default: problem('Any other error'),
  }
}

const security: Record<V1Shape['auth'], Json[]> = {
  public: [],
  widget: [{ Bearer: [] }],
  apiKey: [{ ApiKey: [] }],
  dashboard: [{ ApiKey: [] }],
}

const operationOf = ({ name, endpoint }: NamedV1Endpoint) => {
  const keyed = isRepeatable(endpoint) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  const parameters = [...parametersOf(endpoint), ...keyed]
  const operation: Json = {
    summary: endpoint.summary,
    ...(endpoint.auth === 'dashboard' && { description: 'Known by name only: keys are refused.' }),
    ...(endpoint.cost === 'bulk' && { description: 'Counts as a bulk call in the rate limits.' }),
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && jsonRequest(schemaOf(endpoint.body, 'input'))),
    responses: answersOf(endpoint),
    security: security[endpoint.auth],
  }
  return { name, tag: endpoint.tag, method: endpoint.method, path: endpoint.path, operation }
}

const components: Json = {
  schemas: {
    Error: {
      type: 'object',
      properties: {
        statusCode: { type: 'integer' },
        message: {
          anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
          description: 'One text, or one for each thing that is not valid',
        },
        error: { type: 'string', description: 'Name of the status; absent in a plain 401 and in a 429' },
      },
      required: ['statusCode', 'message'],
    },
  },
  headers: {
    'RateLimit-Limit': { description: 'Requests in a window', schema: { type: 'integer' } },
    'RateLimit-Remaining': { description: 'Requests that are left', schema: { type: 'integer' } },
    'RateLimit-Reset': {
      description: 'Seconds until all, or enough after a 429, are there',
      schema: { type: 'integer' },
    },
    'RateLimit-Policy': { description: 'Limit, window, burst, category, cost and level', schema: { type: 'string' } },
    'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
  },
  responses: {
    RateLimited: {
      description: 'Too many requests',
      headers: { ...limitHeaders, 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
      content: jsonContent(errorRef),
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description:
        'Makes repeating safe: for a day, the same request with the same key gets the first answer again, with `Idempotency-Replay: true`',
      schema: { type: 'string', maxLength: 255 },
    },
  },
  securitySchemes: {
    ApiKey: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`ApiKey <key of an environment>`' },
    Bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'The token of a widget session' },
  },
}

const description = `Triggers workflows and manages what they need. Answers carry their result in \`data\`; pages are the
body themselves. Errors are \`{statusCode, message, error}\`.`

/** The notification API as an OpenAPI 3.1 document. */
export const printV1OpenApi = (options: { version: string; url: string }): Json =>
  documentOf({
    ...options,
    title: 'Recado notifications',
    description,
    operations: v1Endpoints.map(operationOf),
    components,
  })
