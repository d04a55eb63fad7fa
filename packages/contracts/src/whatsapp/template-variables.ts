import {
  componentOf,
  exampleFor,
  isRecord,
  recordsOf,
  type TemplateComponent,
  textOf,
  variableNames,
  wordOf,
} from './template-parts.ts'

export type ParameterFormat = 'POSITIONAL' | 'NAMED'
export type HeaderMediaKind = 'image' | 'video' | 'document'

/**
 * One input of the form that a template needs before it can be sent. `key` is stable for a template and names the value:
 * `header.1`, `body.first_name`, `header.media`, `header.location`, `button.0`, `card.1.body.1`, `offer.expires`.
 */
export type TemplateVariable = {
  key: string
  kind:
    | 'text'
    | 'media'
    | 'location'
    | 'product'
    | 'url_suffix'
    | 'code'
    | 'payload'
    | 'flow'
    | 'instant'
    | 'unsupported'
  /** Where it stands. */
  part: 'header' | 'body' | 'button' | 'offer'
  /** Name or number of a text variable, text of a button. */
  label: string
  required: boolean
  mediaKind: HeaderMediaKind | null
  maxLength: number | null
  example: string | null
  /** Position of the button or the card, null elsewhere. */
  button: number | null
  card: number | null
}

/** Whether the value of this key is what a button opens or copies: programs read it, not people. */
export const isButtonValue = (key: string): boolean => /(^|\.)button\./.test(key)

export type MediaValue = { id?: string; link?: string; filename?: string; mimeType?: string; size?: number }
export type LocationValue = { latitude: number; longitude: number; name?: string; address?: string }
/** Values by key: text for texts, codes, payloads and flow tokens; milliseconds since 1970 for instants. */
export type TemplateValue = string | number | MediaValue | LocationValue
export type TemplateValues = Readonly<Record<string, TemplateValue | undefined>>

/** The stored facts of a template that sending needs. */
export type SendableTemplate = {
  components: readonly TemplateComponent[]
  parameterFormat: ParameterFormat
  category?: string | undefined
}

export const maxTemplateText = 1024
const maxCode = 15
const maxUrl = 2000

const blank = { required: true, mediaKind: null, maxLength: null, example: null, button: null, card: null }
export const place = (card: number | null) => (card === null ? '' : `card.${card}.`)

const textVariables = (
  component: TemplateComponent,
  part: 'header' | 'body',
  card: number | null,
): TemplateVariable[] =>
  variableNames(textOf(component.text)).map((name, index) => ({
    ...blank,
    key: `${place(card)}${part}.${name}`,
    kind: 'text',
    part,
    label: name,
    maxLength: part === 'header' ? 60 : maxTemplateText,
    example: exampleFor(component, part, name, index),
    card,
  }))

export const headerVariables = (component: TemplateComponent, card: number | null): TemplateVariable[] => {
  const format = wordOf(component.format) || 'TEXT'
  if (format === 'TEXT') return textVariables(component, 'header', card)
  const base = { ...blank, part: 'header' as const, label: format.toLowerCase(), card }
  if (format === 'LOCATION') return [{ ...base, key: `${place(card)}header.location`, kind: 'location' }]
  if (format === 'PRODUCT') return [{ ...base, key: `${place(card)}header.product`, kind: 'product' }]
  const mediaKind = format.toLowerCase()
  const isMedia = mediaKind === 'image' || mediaKind === 'video' || mediaKind === 'document'
  if (!isMedia) return [{ ...base, key: `${place(card)}header.unsupported`, kind: 'unsupported' }]
  return [{ ...base, key: `${place(card)}header.media`, kind: 'media', mediaKind }]
}

type ButtonNeed = { kind: TemplateVariable['kind']; required: boolean; maxLength: number | null }

const buttonNeeds: Readonly<Record<string, ButtonNeed>> = {
  COPY_CODE: { kind: 'code', required: true, maxLength: maxCode },
  QUICK_REPLY: { kind: 'payload', required: false, maxLength: 256 },
  FLOW: { kind: 'flow', required: false, maxLength: null },
  MPM: { kind: 'unsupported', required: true, maxLength: null },
  SPM: { kind: 'unsupported', required: true, maxLength: null },
  ORDER_DETAILS: { kind: 'unsupported', required: true, maxLength: null },
}

const buttonNeed = (button: Record<string, unknown>): ButtonNeed | undefined => {
  const type = wordOf(button.type)
  if (type !== 'URL') return Object.hasOwn(buttonNeeds, type) ? buttonNeeds[type] : undefined
  return variableNames(textOf(button.url)).length > 0
    ? { kind: 'url_suffix', required: true, maxLength: maxUrl }
    : undefined
}

const buttonExample = (button: Record<string, unknown>): string | null => {
  const example: unknown = Array.isArray(button.example) ? button.example[0] : button.example
  return textOf(example) || null
}

const buttonVariables = (component: TemplateComponent, card: number | null): TemplateVariable[] =>
  recordsOf(component.buttons).flatMap((button, index) => {
    const need = buttonNeed(button)
    if (!need) return []
    const key = `${place(card)}button.${index}`
    return [
      {
        ...blank,
        ...need,
        key,
        part: 'button',
        label: textOf(button.text),
        example: buttonExample(button),
        button: index,
        card,
      },
    ]
  })

export const componentVariables = (
  components: readonly TemplateComponent[],
  card: number | null,
): TemplateVariable[] => {
  const header = componentOf(components, 'HEADER')
  const body = componentOf(components, 'BODY')
  const buttons = componentOf(components, 'BUTTONS')
  return [
    ...(header ? headerVariables(header, card) : []),
    ...(body ? textVariables(body, 'body', card) : []),
    ...(buttons ? buttonVariables(buttons, card) : []),
  ]
}

export const cardsOf = (components: readonly TemplateComponent[]): Record<string, unknown>[] =>
  recordsOf(componentOf(components, 'CAROUSEL')?.cards)

export const hasExpiringOffer = (components: readonly TemplateComponent[]): boolean => {
  const offer = componentOf(components, 'LIMITED_TIME_OFFER')?.limited_time_offer
  return isRecord(offer) && offer.has_expiration === true
}

export const isAuthentication = (template: SendableTemplate): boolean =>
  wordOf(template.category) === 'AUTHENTICATION' ||
  recordsOf(componentOf(template.components, 'BUTTONS')?.buttons).some((button) => wordOf(button.type) === 'OTP')

const codeVariable: TemplateVariable = {
  ...blank,
  key: 'code',
  kind: 'code',
  part: 'body',
  label: 'code',
  maxLength: maxCode,
}
const offerVariable: TemplateVariable = {
  ...blank,
  key: 'offer.expires',
  kind: 'instant',
  part: 'offer',
  label: 'expires',
}

/**
 * The inputs that a template needs, in the order of the message, derived from its stored components. An authentication
 * template needs one code, which goes into its text and its button. `unsupported` marks what cannot be sent from here.
 */
export const templateVariables = (template: SendableTemplate): TemplateVariable[] => {
  if (isAuthentication(template)) return [codeVariable]
  return [
    ...componentVariables(template.components, null),
    ...(hasExpiringOffer(template.components) ? [offerVariable] : []),
    ...cardsOf(template.components).flatMap((card, index) => componentVariables(recordsOf(card.components), index)),
  ]
}

/** The text values whose keys begin with a prefix, by the rest of the key. */
export const textsUnder = (prefix: string, values: TemplateValues): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      key.startsWith(prefix) && typeof value === 'string' ? [[key.slice(prefix.length), value]] : [],
    ),
  )

/** The variable of a template that can carry a code: its only one, a text. Null where there is none such, or more. */
export const codeVariableOf = (template: SendableTemplate): string | null => {
  if (template.category !== 'AUTHENTICATION' && template.category !== 'UTILITY') return null
  const [only, ...more] = templateVariables(template).filter(({ required }) => required)
  return only && more.length === 0 && (only.kind === 'text' || isAuthentication(template)) ? only.key : null
}
