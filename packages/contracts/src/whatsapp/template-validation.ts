import { checkMedia } from './media-rules.ts'
import { componentOf, fillText, isRecord, recordsOf, type TemplateComponent, textOf } from './template-parts.ts'
import {
  cardsOf,
  type HeaderMediaKind,
  type LocationValue,
  type MediaValue,
  maxTemplateText,
  place,
  type SendableTemplate,
  type TemplateValue,
  type TemplateValues,
  type TemplateVariable,
  templateVariables,
  textsUnder,
} from './template-variables.ts'

export type TemplateProblemCode =
  | 'required'
  | 'too_long'
  | 'has_line_break'
  | 'has_many_spaces'
  | 'not_a_text'
  | 'media_missing'
  | 'media_type_refused'
  | 'media_too_large'
  | 'media_empty'
  | 'location_invalid'
  | 'instant_past'
  | 'address_invalid'
  | 'filled_too_long'
  | 'unsupported'
  | 'unknown_key'
export type TemplateProblem = { key: string; code: TemplateProblemCode }

const textProblem = (variable: TemplateVariable, value: TemplateValue | undefined): TemplateProblemCode | null => {
  if (value === undefined || value === '') return variable.required ? 'required' : null
  if (typeof value !== 'string') return 'not_a_text'
  if (value.trim() === '') return 'required'
  if (/[\n\r\t\u2028\u2029]/.test(value)) return 'has_line_break'
  if (/ {5,}/.test(value)) return 'has_many_spaces'
  if (variable.kind === 'url_suffix' && /\s/.test(value)) return 'has_many_spaces'
  return variable.maxLength !== null && value.length > variable.maxLength ? 'too_long' : null
}

const mediaProblem = (kind: HeaderMediaKind, value: TemplateValue | undefined): TemplateProblemCode | null => {
  if (value === undefined) return 'required'
  if (!isRecord(value)) return 'media_missing'
  const media = value as MediaValue
  if (!media.id && !media.link) return 'media_missing'
  if (media.link && !/^https:\/\//.test(media.link)) return 'media_missing'
  return media.mimeType === undefined || media.size === undefined ? null : checkMedia(kind, media.mimeType, media.size)
}

const locationProblem = (value: TemplateValue | undefined): TemplateProblemCode | null => {
  if (value === undefined) return 'required'
  if (!isRecord(value)) return 'location_invalid'
  const { latitude, longitude } = value as Partial<LocationValue>
  const good = Math.abs(latitude ?? Number.NaN) <= 90 && Math.abs(longitude ?? Number.NaN) <= 180
  return good ? null : 'location_invalid'
}

const problemOf = (variable: TemplateVariable, values: TemplateValues, now: number): TemplateProblemCode | null => {
  const value = values[variable.key]
  if (variable.kind === 'unsupported' || variable.kind === 'product') return 'unsupported'
  if (variable.mediaKind !== null) return mediaProblem(variable.mediaKind, value)
  if (variable.kind === 'location') return locationProblem(value)
  if (variable.kind !== 'instant') return textProblem(variable, value)
  if (value === undefined) return 'required'
  return typeof value === 'number' && value > now ? null : 'instant_past'
}

const lengthProblems = (
  components: readonly TemplateComponent[],
  card: number | null,
  values: TemplateValues,
): TemplateProblem[] => {
  const limits = [
    { part: 'header', max: 60 },
    { part: 'body', max: card === null ? maxTemplateText : 160 },
  ]
  return limits.flatMap(({ part, max }) => {
    const component = componentOf(components, part.toUpperCase())
    const filled = fillText(textOf(component?.text), textsUnder(`${place(card)}${part}.`, values))
    return filled.length > max ? [{ key: `${place(card)}${part}`, code: 'filled_too_long' as const }] : []
  })
}

/**
 * Everything that keeps a template from being sent with these values; empty when Meta would take it. The one validator for
 * screens, API, campaigns and agents. `now` in milliseconds, for offers that expire.
 */
export const validateTemplateValues = (
  template: SendableTemplate,
  values: TemplateValues,
  now: number,
): TemplateProblem[] => {
  const variables = templateVariables(template)
  const keys = new Set(variables.map(({ key }) => key))
  const problems = variables.flatMap((variable) => {
    const code = problemOf(variable, values, now)
    return code ? [{ key: variable.key, code }] : []
  })
  const unknown = Object.keys(values).filter((key) => values[key] !== undefined && !keys.has(key))
  return [
    ...problems,
    ...unknown.map((key) => ({ key, code: 'unknown_key' as const })),
    ...lengthProblems(template.components, null, values),
    ...cardsOf(template.components).flatMap((card, index) => lengthProblems(recordsOf(card.components), index, values)),
  ]
}
