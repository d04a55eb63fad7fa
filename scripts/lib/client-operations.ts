import { apiScopes } from '../../packages/contracts/src/api-scopes.ts'
import { contactRow } from '../../packages/contracts/src/contacts/address-book.ts'
import { contactCard } from '../../packages/contracts/src/contacts/contacts.ts'
import { conversationSummary } from '../../packages/contracts/src/inbox/conversations.ts'
import { logEntry } from '../../packages/contracts/src/inbox/message-log.ts'
import { message } from '../../packages/contracts/src/inbox/messages.ts'
import { addressedMessage } from '../../packages/contracts/src/integrations/public-messages.ts'
import { schemaOf } from '../../packages/contracts/src/openapi-parts.ts'
import { templateDetail, templateGroup } from '../../packages/contracts/src/whatsapp/templates.ts'

// The types of the client, printed from the contracts: what it is given out with has no part of ours or of others in it.

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema | boolean
  prefixItems?: Schema[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  $ref?: string
}

const named = new Map<string, string>()
const shapes: [string, Schema][] = [
  ['Message', schemaOf(message, 'output')],
  ['Contact', schemaOf(contactCard, 'output')],
  ['ContactRow', schemaOf(contactRow, 'output')],
  ['Conversation', schemaOf(conversationSummary, 'output')],
  ['MessageLogEntry', schemaOf(logEntry, 'output')],
  ['TemplateGroup', schemaOf(templateGroup, 'output')],
  ['Template', schemaOf(templateDetail, 'output')],
  ['NewMessage', schemaOf(addressedMessage, 'input')],
]

const nameOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`)
const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : String(value))

const objectOf = ({ properties = {}, required = [], additionalProperties }: Schema): string => {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${nameOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  const others = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  return `Record<string, ${others}>`
}

const simple: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

const typeOf = (schema: Schema): string => {
  const known = named.get(JSON.stringify(schema))
  if (known) return known
  if (schema.$ref) return 'unknown'
  if ('const' in schema) return literal(schema.const)
  if (schema.enum) return schema.enum.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map((one) => `(${typeOf(one)})`).join(' & ')
  const types = [schema.type ?? []].flat()
  return (
    types
      .map((type) => {
        if (type === 'object') return objectOf(schema)
        if (type !== 'array') return simple[type] ?? 'unknown'
        return typeof schema.items === 'object' ? `(${typeOf(schema.items)})[]` : 'unknown[]'
      })
      .join(' | ') || 'unknown'
  )
}

/** The file `operations.gen.ts` of the client. */
export const printClientOperations = async (): Promise<string> => {
  const { contractEndpoints } = await import('../../apps/server/src/http/contract-endpoints.ts')
  const { publicErrors } = await import('../../apps/server/src/modules/integrations/developer-docs/public-errors.ts')
  const declared = shapes.map(([name, schema]) => {
    const text = typeOf(schema)
    named.set(JSON.stringify(schema), name)
    return `export type ${name} = ${text}\n`
  })
  const place = ({ path, method }: { path: string; method: string }) => `${path} ${method}`
  const open = contractEndpoints
    .filter(({ endpoint }) => endpoint.scope)
    .toSorted((one, other) => (place(one.endpoint) < place(other.endpoint) ? -1 : 1))
  const types = open.map(({ name, endpoint }) => {
    const isForm = endpoint.bodyKind === 'multipart'
    const part = (key: 'params' | 'query' | 'body') => {
      const schema = endpoint[key] && (schemaOf(endpoint[key], 'input') as Schema)
      if (!schema) return []
      const isOptional = key !== 'params' && schema.type === 'object' && !schema.required?.length
      return [`${key}${isOptional && (key === 'query' || isForm) ? '?' : ''}: ${typeOf(schema)}`]
    }
    const input = [...part('params'), ...part('query'), ...part('body'), ...(isForm ? ['file: Blob'] : [])]
    const response = endpoint.response ? typeOf(schemaOf(endpoint.response, 'output')) : 'undefined'
    const shown = input.length > 0 ? `{ ${input.join('; ')} }` : 'Record<never, never>'
    return `  /** ${endpoint.summary}. Needs the scope \`${endpoint.scope}\`. */\n  ${name}: { input: ${shown}; response: ${response} }`
  })
  const calls = open.map(({ name, endpoint }) => `  ${name}: ['${endpoint.method}', '${endpoint.path}'],`)
  return `// Printed from the contracts by \`npm run client\`; not written by hand.

export type Scope = ${apiScopes.map(literal).join(' | ')}

/** Codes of errors that the API answers. */
export type ErrorCode = ${publicErrors
    .map(({ code }) => literal(code))
    .toSorted()
    .join(' | ')}

${declared.join('\n')}
/** What each call takes and answers. */
export type Operations = {
${types.join('\n')}
}

export const operations = {
${calls.join('\n')}
} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>
`
}
