import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import {
  componentOf,
  exampleFor,
  isRecord,
  recordsOf,
  textOf,
  variableNames,
  wordOf,
} from '@recado/contracts/whatsapp/template-parts'

export type Component = Record<string, unknown>
export type Button = Record<string, unknown>

const order = ['HEADER', 'LIMITED_TIME_OFFER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL']

export const partOf = (components: readonly Component[], type: string): Component | undefined =>
  componentOf(components, type)

/** The components with one of them replaced, added, or (with null) taken out. */
export const withPart = (components: readonly Component[], type: string, part: Component | null): Component[] => {
  const rest = components.filter((component) => wordOf(component.type) !== type)
  const next = part ? [...rest, { ...part, type }] : rest
  return next.sort((a, b) => order.indexOf(wordOf(a.type)) - order.indexOf(wordOf(b.type)))
}

export const buttonsOf = (components: readonly Component[]): Button[] =>
  recordsOf(componentOf(components, 'BUTTONS')?.buttons)

export const withButtons = (components: readonly Component[], buttons: readonly Button[]): Component[] =>
  withPart(components, 'BUTTONS', buttons.length > 0 ? { buttons } : null)

export const cardsOf = (components: readonly Component[]): Component[][] =>
  recordsOf(componentOf(components, 'CAROUSEL')?.cards).map((card) => recordsOf(card.components))

export const withCards = (components: readonly Component[], cards: readonly Component[][]): Component[] =>
  withPart(components, 'CAROUSEL', cards.length > 0 ? { cards: cards.map((card) => ({ components: card })) } : null)

export const offerOf = (components: readonly Component[]): Component | undefined =>
  componentOf(components, 'LIMITED_TIME_OFFER')

const offerButtons = (components: readonly Component[], expires: boolean): Button[] => {
  const buttons = buttonsOf(components)
  const code = buttons.find(({ type }) => type === 'COPY_CODE') ?? { type: 'COPY_CODE', example: '' }
  const link = buttons.find(({ type }) => type === 'URL') ?? { type: 'URL', text: '', url: '' }
  return expires || buttons.some(({ type }) => type === 'COPY_CODE') ? [code, link] : [link]
}

/** The components with an offer and what Meta wants around it: a picture or video, a code, a link and no footer. */
export const withOffer = (components: readonly Component[], offer: Record<string, unknown>): Component[] => {
  const next = withPart(components, 'LIMITED_TIME_OFFER', { limited_time_offer: offer })
  const format = wordOf(partOf(next, 'HEADER')?.format)
  const pictured =
    format === 'IMAGE' || format === 'VIDEO' ? next : withPart(next, 'HEADER', { type: 'HEADER', format: 'IMAGE' })
  const plain = withPart(pictured, 'FOOTER', null)
  return withButtons(plain, offerButtons(plain, offer.has_expiration === true))
}

export const withoutOffer = (components: readonly Component[]): Component[] =>
  withPart(components, 'LIMITED_TIME_OFFER', null)

const MOST_BUTTONS = 10

/** Quick replies stay together: a new one goes beside the others. */
export const withReply = (buttons: readonly Button[], button: Button): Button[] => {
  const last = buttons.findLastIndex(({ type }) => type === 'QUICK_REPLY')
  if (button.type !== 'QUICK_REPLY' || last < 0) return [...buttons, button]
  return [...buttons.slice(0, last + 1), button, ...buttons.slice(last + 1)]
}

/** The components with a button by which people stop these messages; null where none fits. */
export const withOptOut = (components: readonly Component[], text: string): Component[] | null => {
  const buttons = buttonsOf(components)
  if (offerOf(components) || cardsOf(components).length > 0 || buttons.length >= MOST_BUTTONS) return null
  return withButtons(components, withReply(buttons, { type: 'QUICK_REPLY', text }))
}

/** A text and two empty cards below it; a carousel has nothing else. */
export const asCarousel = (components: readonly Component[]): Component[] => {
  const card = [
    { type: 'HEADER', format: 'IMAGE' },
    { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: '' }] },
  ]
  const body = partOf(components, 'BODY') ?? { type: 'BODY', text: '' }
  return withCards([body], [card, structuredClone(card)])
}

/** Variables keep their text; from names to numbers, and back, they are only renamed. */
export const renamed = (content: TemplateContent, format: TemplateContent['parameterFormat']): TemplateContent => {
  const rename = (component: Component): Component => {
    const type = wordOf(component.type)
    if (type === 'CAROUSEL')
      return {
        ...component,
        cards: recordsOf(component.cards).map((card) => ({
          ...card,
          components: recordsOf(card.components).map(rename),
        })),
      }
    if (type !== 'BODY' && !(type === 'HEADER' && textOf(component.text))) return component
    const part = type === 'BODY' ? 'body' : 'header'
    const before = examplesOf(component, part)
    const names = Object.keys(before)
    const nameOf = (name: string) => {
      const index = names.indexOf(name)
      return format === 'NAMED' ? `value_${index + 1}` : String(index + 1)
    }
    const text = textOf(component.text).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => `{{${nameOf(name)}}}`)
    const examples = Object.fromEntries(names.map((name) => [nameOf(name), before[name] ?? '']))
    return withText(component, { part, text, examples, format })
  }
  return { ...content, parameterFormat: format, components: content.components.map(rename) }
}

/** Examples of a text's variables, by name. */
export const examplesOf = (component: Component, part: 'header' | 'body'): Record<string, string> =>
  Object.fromEntries(
    variableNames(textOf(component.text)).map((name, index) => [name, exampleFor(component, part, name, index) ?? '']),
  )

type TextPart = {
  part: 'header' | 'body'
  text: string
  examples: Readonly<Record<string, string>>
  format: TemplateContent['parameterFormat']
}

/** A text with examples for exactly the variables that it has. */
export const withText = (component: Component, { part, text, examples, format }: TextPart): Component => {
  const { example: _, ...rest } = component
  const names = variableNames(text)
  if (names.length === 0) return { ...rest, text }
  const values = names.map((name) => examples[name] ?? '')
  const listed = part === 'body' ? { body_text: [values] } : { header_text: values }
  const named = {
    [`${part}_text_named_params`]: names.map((name) => ({ param_name: name, example: examples[name] ?? '' })),
  }
  return { ...rest, text, example: format === 'NAMED' ? named : listed }
}

/** The name of the next variable of a text. */
export const nextVariable = (text: string, format: TemplateContent['parameterFormat'], wanted: string): string => {
  const names = variableNames(text)
  if (format === 'POSITIONAL') return String(names.length + 1)
  let name = wanted
  for (let count = 2; names.includes(name); count++) name = `${wanted}_${count}`
  return name
}

export const sampleOf = (header: Component | undefined): string => {
  const handles = isRecord(header?.example) ? header.example.header_handle : null
  return Array.isArray(handles) ? textOf(handles[0]) : ''
}

export const emptyContent = (category: TemplateContent['category']): TemplateContent => ({
  category,
  parameterFormat: 'POSITIONAL',
  ttlSeconds: null,
  components:
    category === 'AUTHENTICATION'
      ? [
          { type: 'BODY', add_security_recommendation: true },
          { type: 'FOOTER', code_expiration_minutes: 10 },
          { type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'COPY_CODE' }] },
        ]
      : [{ type: 'BODY', text: '' }],
})

/** A name as Meta takes it, out of whatever is typed. */
export const slugOf = (typed: string): string =>
  typed
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_/, '')
    .slice(0, 512)

/** Values that fill every variable with its example, for the preview. */
export const exampleValues = (components: readonly Component[]): Record<string, string> => {
  const values: Record<string, string> = {}
  const read = (list: readonly Component[], prefix: string) => {
    for (const part of ['header', 'body'] as const) {
      const component = componentOf(list, part.toUpperCase()) as Component | undefined
      if (!component) continue
      for (const [name, example] of Object.entries(examplesOf(component, part)))
        if (example) values[`${prefix}${part}.${name}`] = example
    }
  }
  read(components, '')
  for (const [index, card] of cardsOf(components).entries()) read(card, `card.${index}.`)
  return values
}
