import type { WorkflowDetail } from '../api.ts'
import { isPayload, type Payload } from '../payload.ts'
import type { FormPart, FormStep } from './values.ts'

type Variable = WorkflowDetail['variables'][number]

/** Variables available in templates besides the payload. */
const own = new Set(['subscriber', 'actor', 'tenant', 'step', 'branding', 'preheader', 'else', 'this'])

const textsOf = ({ template }: FormPart): string[] => {
  const { content, subject, preheader, title, cta } = template
  const blocks = typeof content === 'string' ? [content] : content.flatMap((block) => [block.content, block.url ?? ''])
  return [...blocks, subject, preheader, title, cta.data.url, ...cta.action.buttons.map((button) => button.content)]
}

const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{\{?\s*([a-zA-Z_][\w-]*(?:\.[a-zA-Z_][\w-]*)*)\s*\}?\}\}/g)].flatMap(([, name = '']) =>
    own.has(name.split('.')[0] ?? '') ? [] : [name],
  )

/** The payload variables used in the steps, declared ones first. */
export const payloadVariables = (known: readonly Variable[], steps: readonly FormStep[]): Variable[] => {
  const names = new Set(known.map(({ name }) => name))
  const found = new Set(steps.flatMap((step) => [step, ...step.variants].flatMap(textsOf)).flatMap(namesIn))
  return [...known, ...[...found].filter((name) => !names.has(name)).map((name) => ({ name, type: 'String' as const }))]
}

const holds = (payload: Payload, [key = '', ...rest]: string[]): boolean => {
  const value = payload[key]
  if (rest.length === 0) return value !== undefined
  return isPayload(value) && holds(value, rest)
}

const filled = (payload: Payload, [key = '', ...rest]: string[], text: string): Payload => {
  if (rest.length === 0) return { ...payload, [key]: text }
  const inner = payload[key]
  return { ...payload, [key]: filled(isPayload(inner) ? inner : {}, rest, text) }
}

/** The payload with a bracketed placeholder for each variable that has no value yet. */
export const withSamples = (payload: Payload, variables: readonly Variable[]): Payload =>
  variables
    .filter(({ name, type }) => type === 'String' && !holds(payload, name.split('.')))
    .reduce((all, { name }) => filled(all, name.split('.'), `[${name}]`), payload)
