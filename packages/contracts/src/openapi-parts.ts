import { z } from 'zod'

export type Json = Record<string, unknown>

/** `input` describes what a caller sends, `output` what it gets back. */
export const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** The parameters in the path and in the query. */
export const parametersOf = (endpoint: { params?: z.ZodType; query?: z.ZodType }): Json[] =>
  (['path', 'query'] as const).flatMap((place) => {
    const shape = place === 'path' ? endpoint.params : endpoint.query
    if (!shape) return []
    const schema = schemaOf(shape, 'input') as { properties?: Record<string, Json>; required?: string[] }
    return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || (schema.required?.includes(name) ?? false),
      schema: property,
    }))
  })

export const jsonContent = (schema: Json): Json => ({ 'application/json': { schema } })

export const jsonRequest = (schema: Json): Json => ({ requestBody: { required: true, content: jsonContent(schema) } })

type Operation = { name: string; tag: string; method: string; path: string; operation: Json }

/** Operations by path and method, with `{name}` for `:name`. */
const pathsOf = (operations: readonly Operation[]): Json => {
  const paths: Record<string, Json> = {}
  for (const { name, tag, method, path, operation } of operations) {
    const key = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[key] = { ...paths[key], [method.toLowerCase()]: { operationId: name, tags: [tag], ...operation } }
  }
  return paths
}

/** An OpenAPI 3.1 document of operations, under their tags in the order in which they come. */
export const documentOf = (printed: {
  title: string
  version: string
  description: string
  url: string
  operations: readonly Operation[]
  components: Json
}): Json => ({
  openapi: '3.1.0',
  info: { title: printed.title, version: printed.version, description: printed.description },
  servers: [{ url: printed.url }],
  tags: [...new Set(printed.operations.map(({ tag }) => tag))].map((name) => ({ name })),
  paths: pathsOf(printed.operations),
  components: printed.components,
})
