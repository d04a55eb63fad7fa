import { isRecord, recordsOf, type TemplateComponent } from './template-parts.ts'
import {
  cardsOf,
  componentVariables,
  type HeaderMediaKind,
  hasExpiringOffer,
  isAuthentication,
  type MediaValue,
  type ParameterFormat,
  type SendableTemplate,
  type TemplateValue,
  type TemplateValues,
  type TemplateVariable,
} from './template-variables.ts'

type Parameter = Record<string, unknown>
type SendComponent = Record<string, unknown>

const textParameter = (
  variable: TemplateVariable,
  value: TemplateValue | undefined,
  format: ParameterFormat,
): Parameter => ({
  type: 'text',
  ...(format === 'NAMED' && { parameter_name: variable.label }),
  text: String(value ?? ''),
})

const mediaParameter = (kind: HeaderMediaKind, value: TemplateValue | undefined): Parameter => {
  const media = (isRecord(value) ? value : {}) as MediaValue
  const source = media.id ? { id: media.id } : { link: media.link }
  return {
    type: kind,
    [kind]: { ...source, ...(kind === 'document' && media.filename && { filename: media.filename }) },
  }
}

const headerParameter = (
  variable: TemplateVariable,
  value: TemplateValue | undefined,
  format: ParameterFormat,
): Parameter => {
  if (variable.mediaKind !== null) return mediaParameter(variable.mediaKind, value)
  return variable.kind === 'location' ? { type: 'location', location: value } : textParameter(variable, value, format)
}

const buttonComponent = (variable: TemplateVariable, value: TemplateValue | undefined): SendComponent[] => {
  const button = (subType: string, parameter: Parameter): SendComponent[] => [
    { type: 'button', sub_type: subType, index: String(variable.button), parameters: [parameter] },
  ]
  const text = typeof value === 'string' ? value : ''
  if (variable.kind === 'flow') {
    return button('flow', { type: 'action', action: text === '' ? {} : { flow_token: text } })
  }
  if (text === '') return []
  if (variable.kind === 'url_suffix') return button('url', { type: 'text', text })
  if (variable.kind === 'code') return button('copy_code', { type: 'coupon_code', coupon_code: text })
  return button('quick_reply', { type: 'payload', payload: text })
}

const sendComponents = (
  components: readonly TemplateComponent[],
  card: number | null,
  values: TemplateValues,
  format: ParameterFormat,
): SendComponent[] => {
  const variables = componentVariables(components, card)
  const header = variables.filter(({ part }) => part === 'header')
  const body = variables.filter(({ part }) => part === 'body')
  const parametersOf = (list: TemplateVariable[]) =>
    list.map((variable) => headerParameter(variable, values[variable.key], format))
  return [
    ...(header.length > 0 ? [{ type: 'header', parameters: parametersOf(header) }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: parametersOf(body) }] : []),
    ...variables
      .filter(({ part }) => part === 'button')
      .flatMap((variable) => buttonComponent(variable, values[variable.key])),
  ]
}

const authenticationComponents = (code: string): SendComponent[] => [
  { type: 'body', parameters: [{ type: 'text', text: code }] },
  { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: code }] },
]

/** The `components` of a template send. The values must have passed `validateTemplateValues`. */
export const buildTemplateComponents = (template: SendableTemplate, values: TemplateValues): SendComponent[] => {
  if (isAuthentication(template)) return authenticationComponents(String(values.code ?? ''))
  const cards = cardsOf(template.components).map((card, index) => ({
    card_index: index,
    components: sendComponents(recordsOf(card.components), index, values, template.parameterFormat),
  }))
  const offer = { type: 'limited_time_offer', limited_time_offer: { expiration_time_ms: values['offer.expires'] } }
  return [
    ...sendComponents(template.components, null, values, template.parameterFormat),
    ...(hasExpiringOffer(template.components) ? [{ type: 'limited_time_offer', parameters: [offer] }] : []),
    ...(cards.length > 0 ? [{ type: 'carousel', cards }] : []),
  ]
}
