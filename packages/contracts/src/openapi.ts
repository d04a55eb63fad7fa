import type { EndpointShape } from './endpoint.ts'
import { type ErrorCode, errorStatus, problem } from './errors.ts'
import { documentOf, type Json, jsonContent, jsonRequest, parametersOf, schemaOf } from './openapi-parts.ts'

/** An endpoint with the name it is exported by and the contract file that declares it, such as `inbox/labels`. */
export type NamedEndpoint = { name: string; group: string; endpoint: EndpointShape }

const isEndpoint = (value: unknown): value is EndpointShape =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'can' in value

/** The endpoints among what a contract file exports. */
export const endpointsOf = (group: string, exports: Record<string, unknown>): NamedEndpoint[] =>
  Object.entries(exports).flatMap(([name, value]) => (isEndpoint(value) ? [{ name, group, endpoint: value }] : []))

const fileProperty = { type: 'string', format: 'binary' }

/** The body of a request as OpenAPI describes it. */
export const bodyOf = (endpoint: EndpointShape): Json => {
  const fields = endpoint.body && schemaOf(endpoint.body, 'input')
  if (endpoint.bodyKind === 'multipart') {
    const properties = { ...(fields?.['properties'] as Json | undefined), file: fileProperty }
    const schema = { type: 'object', properties, required: ['file'] }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  return fields ? jsonRequest(fields) : {}
}

const problemAnswer = (description: string): Json => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

/** Codes by the status that they are answered with, each once. */
export const codesOf = (codes: readonly ErrorCode[]): Map<number, ErrorCode[]> =>
  Map.groupBy(new Set(codes), (code) => errorStatus[code])

const codesByStatus = (codes: readonly ErrorCode[]): Json =>
  Object.fromEntries(
    [...codesOf(codes)].map(([status, named]) => [
      status,
      problemAnswer(`Problem: ${named.map((code) => `\`${code}\``).join(', ')}`),
    ]),
  )

const guardCodes = (endpoint: EndpointShape): ErrorCode[] => {
  if (endpoint.can === 'public') return []
  const own: ErrorCode[] = endpoint.can === 'signed_in' ? [] : ['forbidden', 'access_block_required']
  return ['unauthenticated', 'csrf', 'stale_company', ...own]
}

const shapeCodes = (endpoint: EndpointShape): ErrorCode[] => [
  ...(endpoint.params ? (['not_found'] as const) : []),
  ...(endpoint.query || endpoint.body ? (['validation_failed'] as const) : []),
  ...(endpoint.body || endpoint.bodyKind ? (['malformed_request', 'unsupported_media_type'] as const) : []),
]

const answersOf = (endpoint: EndpointShape): Json => {
  const status = endpoint.status ?? (endpoint.response ? 200 : 204)
  const content = endpoint.response && jsonContent(schemaOf(endpoint.response, 'output'))
  const codes = [...guardCodes(endpoint), ...shapeCodes(endpoint), ...(endpoint.errors ?? [])]
  return {
    [status]: { description: 'Done', ...(content && { content }) },
    ...codesByStatus(codes),
    default: problemAnswer('Any other problem'),
  }
}

const companyHeaders = [
  {
    name: 'X-Company',
    in: 'header',
    required: false,
    description: 'Id of the company to work in, one of the person; without it that is the company of the session',
    schema: { type: 'string' },
  },
  {
    name: 'X-Company-Version',
    in: 'header',
    required: false,
    description: 'Id of the company that the caller shows; answered with `stale_company` when it works in another',
    schema: { type: 'string' },
  },
]

const operationOf = ({ name, group, endpoint }: NamedEndpoint) => {
  const isPublic = endpoint.can === 'public'
  const parameters = [...parametersOf(endpoint), ...(isPublic ? [] : companyHeaders)]
  const operation: Json = {
    summary: endpoint.summary,
    ...(isPublic || endpoint.can === 'signed_in' ? {} : { description: `Needs the ability \`${endpoint.can}\`.` }),
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(endpoint),
    responses: answersOf(endpoint),
    security: isPublic ? [] : [{ session: [] }],
  }
  return { name, tag: group, method: endpoint.method, path: endpoint.path, operation }
}

/** The API as an OpenAPI 3.1 document. `cookie` is the name under which this installation keeps the session. */
export const printOpenApi = (
  endpoints: readonly NamedEndpoint[],
  { cookie, ...options }: { version: string; url: string; cookie: string },
): Json =>
  documentOf({
    ...options,
    title: 'Recado',
    description: 'The API that the web application uses.',
    operations: endpoints.map(operationOf),
    components: {
      schemas: { Problem: schemaOf(problem, 'output') },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } },
    },
  })
