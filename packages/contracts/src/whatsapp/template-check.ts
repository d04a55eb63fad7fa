import { checkButtons } from './template-check-buttons.ts'
import {
  type Add,
  adder,
  type CheckedTemplate,
  templateLimits as limits,
  type TemplateIssue,
} from './template-check-parts.ts'
import { checkText, isBlank } from './template-check-text.ts'
import { templateWarnings } from './template-check-warnings.ts'
import {
  componentOf,
  isRecord,
  recordsOf,
  type TemplateComponent,
  textOf,
  variableNames,
  wordOf,
} from './template-parts.ts'

const mediaFormats = new Set(['IMAGE', 'VIDEO', 'DOCUMENT'])
const headerFormats = new Set([...mediaFormats, 'TEXT', 'LOCATION', 'PRODUCT'])
const knownTypes = new Set(['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL', 'LIMITED_TIME_OFFER'])

const handleOf = (header: TemplateComponent): string => {
  const handles = isRecord(header.example) ? header.example.header_handle : null
  return Array.isArray(handles) ? textOf(handles[0]) : ''
}

const checkHeader = (add: Add, header: TemplateComponent, template: CheckedTemplate): void => {
  const format = wordOf(header.format) || 'TEXT'
  if (!headerFormats.has(format)) {
    add('format', 'header_format_unknown')
    return
  }
  if (mediaFormats.has(format)) {
    if (handleOf(header) === '') add('sample', 'sample_missing')
    return
  }
  if (format !== 'TEXT') return
  const text = textOf(header.text)
  if (isBlank(text)) {
    add('text', 'required')
    return
  }
  if (text.length > limits.header) add('text', 'too_long', { max: limits.header, now: text.length })
  if (/[\r\n\u2028\u2029]/.test(text)) add('text', 'line_break')
  if (/[*_~`]/.test(text.replace(/\{\{[^}]*\}\}/g, ''))) add('text', 'header_formatting')
  if (variableNames(text).length > 1) add('text', 'header_variables')
  checkText(add, { component: header, part: 'header', edges: false }, template)
}

const checkBody = (add: Add, body: TemplateComponent, template: CheckedTemplate, max: number): void => {
  const text = textOf(body.text)
  if (isBlank(text)) {
    add('text', 'required')
    return
  }
  if (text.length > max) add('text', 'too_long', { max, now: text.length })
  if (/[\n\r\u2028\u2029]{3,}/.test(text.replaceAll('\r\n', '\n'))) add('text', 'many_line_breaks')
  checkText(add, { component: body, part: 'body', edges: true }, template)
}

const checkFooter = (add: Add, footer: TemplateComponent): void => {
  const text = textOf(footer.text)
  if (isBlank(text)) {
    add('text', 'required')
    return
  }
  if (text.length > limits.footer) add('text', 'too_long', { max: limits.footer, now: text.length })
  if (/[\r\n\u2028\u2029]/.test(text)) add('text', 'line_break')
  if (/\{\{|\}\}/.test(text)) add('text', 'footer_variables')
}

const checkAuthentication = (add: (part: string) => Add, template: CheckedTemplate): void => {
  const { components } = template
  const header = componentOf(components, 'HEADER')
  if (header) add('header')('', 'authentication_plain')
  const body = componentOf(components, 'BODY')
  if (textOf(body?.text) !== '') add('body')('text', 'authentication_text_fixed')
  const minutes = componentOf(components, 'FOOTER')?.code_expiration_minutes
  if (minutes !== undefined && !(Number.isInteger(minutes) && Number(minutes) >= 1 && Number(minutes) <= 90))
    add('footer')('code_expiration_minutes', 'range', { min: 1, max: 90 })
  if (textOf(componentOf(components, 'FOOTER')?.text) !== '') add('footer')('text', 'authentication_text_fixed')
  const buttons = recordsOf(componentOf(components, 'BUTTONS')?.buttons)
  if (buttons.length !== 1 || wordOf(buttons[0]?.type) !== 'OTP') add('buttons')('', 'authentication_button')
}

const shapeOf = (card: readonly TemplateComponent[]) =>
  JSON.stringify({
    header: wordOf(componentOf(card, 'HEADER')?.format),
    body: componentOf(card, 'BODY') !== undefined,
    buttons: recordsOf(componentOf(card, 'BUTTONS')?.buttons).map((button) => wordOf(button.type)),
  })

const checkCards = (add: (part: string) => Add, template: CheckedTemplate): void => {
  const carousel = componentOf(template.components, 'CAROUSEL')
  if (!carousel) return
  const cards = recordsOf(carousel.cards).map((card) => recordsOf(card.components))
  const { min, max } = limits.cards
  if (cards.length < min || cards.length > max) add('carousel')('', 'cards_count', { min, max, now: cards.length })
  for (const type of ['HEADER', 'FOOTER', 'BUTTONS', 'LIMITED_TIME_OFFER'])
    if (componentOf(template.components, type)) add('carousel')('', 'carousel_alone')
  if (template.category !== 'MARKETING' && template.category !== 'UTILITY') add('carousel')('', 'category_refused')
  for (const [index, card] of cards.entries()) {
    const at = (part: string) => add(`cards.${index}.${part}`)
    const header = componentOf(card, 'HEADER')
    const format = wordOf(header?.format)
    if (!header || (format !== 'IMAGE' && format !== 'VIDEO')) at('header')('format', 'card_header')
    else checkHeader(at('header'), header, template)
    const body = componentOf(card, 'BODY')
    if (body) checkBody(at('body'), body, template, limits.cardBody)
    const buttons = recordsOf(componentOf(card, 'BUTTONS')?.buttons)
    if (buttons.length < 1 || buttons.length > 2) at('buttons')('', 'buttons_count', { min: 1, max: 2 })
    checkButtons(at('buttons'), buttons, template, true)
    if (card[0] && shapeOf(card) !== shapeOf(cards[0] ?? [])) at('')('', 'cards_differ')
  }
}

const checkOffer = (add: (part: string) => Add, template: CheckedTemplate): void => {
  const offer = componentOf(template.components, 'LIMITED_TIME_OFFER')
  if (!offer) return
  const facts = isRecord(offer.limited_time_offer) ? offer.limited_time_offer : {}
  const text = textOf(facts.text)
  if (isBlank(text)) add('offer')('text', 'required')
  if (text.length > limits.offerText) add('offer')('text', 'too_long', { max: limits.offerText, now: text.length })
  if (template.category !== 'MARKETING') add('offer')('', 'category_refused')
  if (componentOf(template.components, 'FOOTER')) add('footer')('', 'offer_without_footer')
  const format = wordOf(componentOf(template.components, 'HEADER')?.format)
  if (format !== 'IMAGE' && format !== 'VIDEO') add('offer')('', 'offer_header')
  const kinds = recordsOf(componentOf(template.components, 'BUTTONS')?.buttons).map((button) => wordOf(button.type))
  const fits = kinds.length <= 2 && kinds.includes('URL') && kinds.every((k) => k === 'URL' || k === 'COPY_CODE')
  if (!fits || (facts.has_expiration === true && kinds[0] !== 'COPY_CODE')) add('buttons')('', 'offer_buttons')
}

const checkTtl = (add: Add, { ttlSeconds, category }: CheckedTemplate): void => {
  if (ttlSeconds === null || ttlSeconds === undefined || ttlSeconds === -1) return
  const [min, max] = limits.ttl[category]
  if (!Number.isInteger(ttlSeconds) || ttlSeconds < min || ttlSeconds > max) add('', 'range', { min, max })
}

const checkParts = (add: (part: string) => Add, template: CheckedTemplate): void => {
  const { components } = template
  const header = componentOf(components, 'HEADER')
  const body = componentOf(components, 'BODY')
  const footer = componentOf(components, 'FOOTER')
  const buttons = componentOf(components, 'BUTTONS')
  if (header) checkHeader(add('header'), header, template)
  const isOffer = componentOf(components, 'LIMITED_TIME_OFFER') !== undefined
  if (body) checkBody(add('body'), body, template, isOffer ? limits.offerBody : limits.body)
  else add('body')('text', 'required')
  if (footer) checkFooter(add('footer'), footer)
  if (buttons) checkButtons(add('buttons'), recordsOf(buttons.buttons), template, false)
  checkCards(add, template)
  checkOffer(add, template)
}

/**
 * Everything that is wrong with a template before Meta sees it, and what may go wrong with it: the one validator for
 * editor, API, campaigns and agents. Problems (`level: 'problem'`) keep it from being submitted. `path` names a place of
 * the form, e.g. `body.text`, `buttons.1.url`, `cards.0.header.sample`. Limits: whatsapp-cloud-api reference, templates.
 */
export const checkTemplateContent = (template: CheckedTemplate): TemplateIssue[] => {
  const issues: TemplateIssue[] = []
  const add = adder(issues)
  const types = template.components.map((component) => wordOf(component.type))
  for (const [index, type] of types.entries()) {
    if (!knownTypes.has(type)) add('components')(String(index), 'component_unknown')
    if (types.indexOf(type) !== index) add('components')(String(index), 'component_twice')
  }
  if (template.category === 'AUTHENTICATION') {
    checkAuthentication(add, template)
    const buttons = recordsOf(componentOf(template.components, 'BUTTONS')?.buttons)
    checkButtons(add('buttons'), buttons, template, false)
    if (!componentOf(template.components, 'BODY')) add('body')('text', 'required')
  } else checkParts(add, template)
  checkTtl(add('ttlSeconds'), template)
  return [...issues, ...templateWarnings(template)]
}

/** The issues that keep a template from being submitted. */
export const templateProblems = (template: CheckedTemplate): TemplateIssue[] =>
  checkTemplateContent(template).filter(({ level }) => level === 'problem')
