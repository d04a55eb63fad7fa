import type { TemplateContent } from '@recado/contracts/templates'
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

/** Examples of a text's variables, by name. */
export const examplesOf = (component: Component, part: 'header' | 'body'): Record<string, string> =>
  Object.fromEntries(
    variableNames(textOf(component.text)).map((name, index) => [name, exampleFor(component, part, name, index) ?? '']),
  )

/** A text with examples for exactly the variables that it has. */
export const withText = (
  component: Component,
  part: 'header' | 'body',
  text: string,
  examples: Readonly<Record<string, string>>,
  format: TemplateContent['parameterFormat'],
): Component => {
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
