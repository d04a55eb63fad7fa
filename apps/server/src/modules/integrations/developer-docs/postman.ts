import { printPublicOpenApi, publicBase } from '@recado/contracts/public-openapi'
import { contractEndpoints } from '#server/http/contract-endpoints.ts'
import { productVersion } from '#server/lib/version.ts'

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  default?: unknown
  format?: string
}
type Parameter = { $ref?: string; name: string; in: 'path' | 'query'; description?: string; schema?: Schema }
type Media = { schema?: Schema; example?: unknown }
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, Media> }
}
type Document = { tags: { name: string }[]; paths: Record<string, Record<string, Operation>> }

const ID = '019a2b3c-4d5e-7f60-8a91-b2c3d4e5f603'

/** A value that has the shape of a schema: of choices the first, of objects what they must have. */
const sampleOf = (schema: Schema): unknown => {
  if (schema.default !== undefined) return schema.default
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum[0]
  const [choice] = schema.oneOf ?? schema.anyOf ?? []
  if (choice) return sampleOf(choice)
  const [type] = [schema.type].flat()
  if (type === 'object') {
    const required = Object.entries(schema.properties ?? {}).filter(([name]) => schema.required?.includes(name))
    return Object.fromEntries(required.map(([name, property]) => [name, sampleOf(property)]))
  }
  if (type === 'array') return schema.items ? [sampleOf(schema.items)] : []
  if (type === 'string') return schema.format === 'uuid' ? ID : 'text'
  return type === 'integer' || type === 'number' ? 1 : type === 'boolean'
}

const bodyOf = ({ requestBody }: Operation): object => {
  const [type, media] = Object.entries(requestBody?.content ?? {})[0] ?? []
  if (!type || !media) return {}
  if (type !== 'application/json') {
    const fields = Object.keys(media.schema?.properties ?? {})
    const formdata = fields.map((key) => ({ key, type: key === 'file' ? 'file' : 'text' }))
    return { body: { mode: 'formdata', formdata } }
  }
  const raw = JSON.stringify(media.example ?? sampleOf(media.schema ?? {}), null, 2)
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } }
}

const requestOf = (path: string, method: string, operation: Operation) => {
  const parameters = (operation.parameters ?? []).filter(({ $ref }) => !$ref)
  const shown = `${publicBase}${path}`.replaceAll(/\{(\w+)\}/g, ':$1')
  const isRepeatable = method === 'post' || method === 'patch'
  return {
    name: operation.summary,
    request: {
      method: method.toUpperCase(),
      description: operation.description,
      header: isRepeatable ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : [],
      url: {
        raw: `{{url}}${shown}`,
        host: ['{{url}}'],
        path: shown.split('/').slice(1),
        query: parameters
          .filter((one) => one.in === 'query')
          .map(({ name, description = '' }) => ({ key: name, value: '', description, disabled: true })),
        variable: parameters.filter((one) => one.in === 'path').map(({ name }) => ({ key: name, value: '' })),
      },
      ...bodyOf(operation),
    },
  }
}

/** The public API as a collection of Postman, in its format 2.1. */
export const printPostman = (origin: string): object => {
  const printed = printPublicOpenApi(contractEndpoints, { version: productVersion, url: origin })
  const { tags, paths } = JSON.parse(JSON.stringify(printed)) as Document
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: requestOf(path, method, operation),
    })),
  )
  return {
    info: {
      name: 'Recado API',
      description: `Set the variable \`key\` to the secret of an API key. More: ${origin}/docs`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'url', value: origin },
      { key: 'key', value: '' },
    ],
    item: tags.map(({ name }) => ({
      name,
      item: requests.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
  }
}
