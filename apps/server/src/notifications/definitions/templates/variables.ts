import type { StepInput, StepTemplate, TemplateVariable } from '@recado/contracts/notifications/domain'
import { type FieldRefusal, fieldRefusal } from '#server/notifications/shared/errors.ts'
import { collectPaths } from './collect-paths.ts'
import { parseTemplate } from './parse.ts'
import { TemplateError } from './template-error.ts'
import { templateTexts } from './template-texts.ts'
import { ownValue, valueAt } from './values.ts'

type Payload = Record<string, unknown>
type FoundVariables = {
  variables: TemplateVariable[]
  /** What a trigger must name, since the templates speak of it. */
  reserved: { type: 'tenant' | 'actor'; variables: TemplateVariable[] }[]
  subscriberVariables: { name: string }[]
}

const reservedNames = new Set(['subscriber', 'step', 'tenant', 'actor', 'branding', 'preheader'])
const demandedBy = { tenant: 'identifier', actor: 'subscriberId' } as const
const ranks = { Boolean: 0, String: 1, Array: 2 } as const

const rootOf = (name: string) => name.split('.', 1)[0] ?? ''

/** The problems of a template's texts, each with the field it is in; none when it can be saved. */
export const checkSyntax = (template: StepTemplate): FieldRefusal[] =>
  templateTexts(template).flatMap(({ field, text }) => {
    try {
      parseTemplate(text)
      return []
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error
      return [fieldRefusal(field, error.message, ': ')]
    }
  })

/** A text that cannot be read has no variables; checkSyntax says what is wrong with it. */
const readableProgram = (text: string): hbs.AST.Program | null => {
  try {
    return parseTemplate(text).program
  } catch (error) {
    if (error instanceof TemplateError) return null
    throw error
  }
}

/** A list is known by its items and its length too. */
const asVariable = (parts: string[], type: TemplateVariable['type']): TemplateVariable => {
  const end = parts.findIndex((part, index) => index > 0 && (/^\d+$/.test(part) || part === 'length'))
  return end === -1 ? { name: parts.join('.'), type } : { name: parts.slice(0, end).join('.'), type: 'Array' }
}

const mergeDeclared = (known: TemplateVariable | undefined, next: TemplateVariable): TemplateVariable => {
  if (!known) return next
  const defaultValue = known.defaultValue ?? next.defaultValue
  return {
    name: known.name,
    type: known.type,
    ...((known.required ?? next.required) !== undefined && { required: Boolean(known.required || next.required) }),
    ...(defaultValue !== undefined && { defaultValue }),
  }
}

const templatesOf = (steps: StepInput[]): StepTemplate[] =>
  steps.flatMap((step) => [step.template, ...(step.variants ?? []).map(({ template }) => template)])

/** The paths that templates read, under their name; the strongest way in which one is used gives its type. */
const readVariables = (templates: StepTemplate[]): Map<string, TemplateVariable> => {
  const found = new Map<string, TemplateVariable>()
  for (const { text } of templates.flatMap(templateTexts)) {
    const program = readableProgram(text)
    if (!program) continue
    collectPaths(program, (parts, type) => {
      const variable = asVariable(parts, type)
      const known = found.get(variable.name)
      if (!known || ranks[variable.type] > ranks[known.type]) found.set(variable.name, variable)
    })
  }
  return found
}

const declaredVariables = (templates: StepTemplate[]): Map<string, TemplateVariable> => {
  const declared = new Map<string, TemplateVariable>()
  for (const variable of templates.flatMap((template) => template.variables ?? []))
    if (!reservedNames.has(rootOf(variable.name)))
      declared.set(variable.name, mergeDeclared(declared.get(variable.name), variable))
  return declared
}

/** A trigger of a workflow with e-mail or SMS steps does well to tell the address. */
const addressNames = (templates: StepTemplate[]) =>
  templates.flatMap(({ type }) => {
    if (type === 'email') return ['email']
    return type === 'sms' ? ['phone'] : []
  })

/**
 * The payload variables that the texts of all steps and variants use, with what the templates declare about them, and
 * the parts of subscriber, tenant and actor that they need.
 */
export const findVariables = (steps: StepInput[]): FoundVariables => {
  const templates = templatesOf(steps)
  const read = readVariables(templates)
  const names = [...read.keys()]
  const holders = new Set(names.flatMap((name) => name.split('.').map((_, i, parts) => parts.slice(0, i).join('.'))))
  const own = [...read.values()].filter(({ name, type }) => {
    return !reservedNames.has(rootOf(name)) && (type === 'Array' || !holders.has(name))
  })
  const variables = new Map([...own.map((variable) => [variable.name, variable] as const)])
  for (const [name, variable] of declaredVariables(templates)) variables.set(name, variable)
  const roots = new Set(names.map(rootOf))
  const ofSubscriber = names.filter((name) => name.startsWith('subscriber.')).map((name) => name.slice(11))
  return {
    variables: [...variables.values()],
    reserved: (['tenant', 'actor'] as const).flatMap((type) =>
      roots.has(type) ? [{ type, variables: [{ name: demandedBy[type], type: 'String' as const }] }] : [],
    ),
    subscriberVariables: [...new Set([...ofSubscriber, ...addressNames(templates)])].map((name) => ({ name })),
  }
}

const fits = ({ type }: TemplateVariable, value: unknown) => {
  if (type === 'Array') return Array.isArray(value)
  if (type === 'Boolean') return typeof value === 'boolean'
  return typeof value === 'string' || typeof value === 'number'
}

/** The required variables that a payload lacks or has in another type, each once. */
export const missingVariables = (variables: TemplateVariable[], payload: Payload): TemplateVariable[] => {
  const missing = variables.filter((variable) => variable.required && !fits(variable, valueAt(payload, variable.name)))
  return [...new Map(missing.map((variable) => [`${variable.name} ${variable.type}`, variable])).values()]
}

/** A copy with the value at the path; the same object when there already is a value, or something that has no parts. */
const withValue = (holder: Payload, [key = '', ...rest]: string[], value: unknown): Payload => {
  const current = ownValue(holder, key)
  if (rest.length === 0) return current === undefined ? { ...holder, [key]: value } : holder
  if (current !== undefined && (typeof current !== 'object' || current === null || Array.isArray(current)))
    return holder
  const before = (current ?? {}) as Payload
  const after = withValue(before, rest, value)
  return after === before ? holder : { ...holder, [key]: after }
}

const defaultOf = ({ type, defaultValue }: TemplateVariable): unknown => {
  if (type === 'Boolean' && typeof defaultValue === 'string') return defaultValue === 'true'
  return defaultValue
}

/** The payload with the defaults of what it lacks; the same object when there is nothing to fill. */
export const fillDefaults = (variables: TemplateVariable[], payload: Payload): Payload =>
  variables.reduce((filled, variable) => {
    if (variable.required || variable.defaultValue === undefined) return filled
    return withValue(filled, variable.name.split('.'), defaultOf(variable))
  }, payload)
