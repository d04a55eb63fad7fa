import type { TemplateVariable } from '@recado/contracts/notifications/domain'

type Sample = { [key: string]: unknown }

const sampleOf = ({ name, type, defaultValue }: TemplateVariable): unknown => {
  if (type === 'Boolean') return defaultValue !== 'false' && defaultValue !== false
  if (type === 'Array') return [`${name} 1`, `${name} 2`]
  return defaultValue === undefined || defaultValue === '' ? name : defaultValue
}

const isHolder = (value: unknown): value is Sample =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const withSample = (holder: Sample, [key = '', ...rest]: string[], value: unknown): Sample => {
  const current = Object.hasOwn(holder, key) ? holder[key] : undefined
  if (rest.length > 0) return { ...holder, [key]: withSample(isHolder(current) ? current : {}, rest, value) }
  return isHolder(current) ? holder : { ...holder, [key]: value }
}

/** A payload to preview a workflow with: texts read as their names, lists have two items, flags are set. */
export const samplePayload = (variables: TemplateVariable[]): Sample =>
  variables.reduce<Sample>((sample, variable) => withSample(sample, variable.name.split('.'), sampleOf(variable)), {})
