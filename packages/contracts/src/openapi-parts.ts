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

type Printed = { method: string; path: string; operation: Json }

/** Operations by path and method, with `{name}` for `:name`. */
export const pathsOf = (operations: readonly Printed[]): Json => {
  const paths: Record<string, Json> = {}
  for (const { method, path, operation } of operations) {
    const key = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[key] = { ...paths[key], [method.toLowerCase()]: operation }
  }
  return paths
}
