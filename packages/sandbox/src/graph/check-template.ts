import type { Template } from '../state/types.ts'
import { type Fields, isFields, objectAt, textAt } from './field-checks.ts'
import { GraphFault } from './graph-fault.ts'

const badCount = (where: string, wanted: number, given: number) =>
  new GraphFault(132000, {
    details: `${where}: number of localizable_params (${given}) does not match the expected number of params (${wanted})`,
  })
const badFormat = (details: string) => new GraphFault(132012, { details })

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** The variables of a text, each once, in the order of their first appearance. */
export const variablesOf = (text: unknown): string[] =>
  typeof text === 'string'
    ? [...new Set([...text.matchAll(/\{\{\s*([a-z0-9_]+)\s*\}\}/gi)].map((match) => match[1] ?? ''))]
    : []

const checkText = (parameter: Fields, where: string): void => {
  if (parameter.type === 'currency' || parameter.type === 'date_time') return
  if (parameter.type !== 'text') throw badFormat(`${where}: parameter type ${String(parameter.type)} instead of text`)
  const text = parameter.text
  if (typeof text !== 'string' || text === '')
    throw new GraphFault(131008, { details: `${where}: text of a parameter is missing` })
  if (/[\n\t]| {5,}/.test(text)) {
    throw new GraphFault(132018, {
      details: `${where}: a parameter cannot have new lines, tabs or more than 4 spaces in a row`,
    })
  }
}

const checkTexts = (template: Template, where: string, source: unknown, parameters: Fields[]): void => {
  const variables = variablesOf(source)
  if (parameters.length !== variables.length) throw badCount(where, variables.length, parameters.length)
  for (const parameter of parameters) {
    checkText(parameter, where)
    const name = parameter.parameter_name
    const named = template.parameterFormat === 'NAMED'
    if (named && (typeof name !== 'string' || !variables.includes(name)))
      throw new GraphFault(100, { details: `${where}: parameter name is missing or unknown` })
  }
  const names = parameters.map((parameter) => parameter.parameter_name)
  if (template.parameterFormat === 'NAMED' && new Set(names).size < names.length)
    throw new GraphFault(100, { details: `${where}: parameter name twice` })
}

const checkHeader = (
  template: Template,
  header: Fields,
  parameters: Fields[],
  checkMedia: (media: Fields, kind: string) => void,
): void => {
  const format = String(header.format ?? 'TEXT').toUpperCase()
  if (format === 'TEXT') {
    checkTexts(template, 'header', header.text, parameters)
    return
  }
  const wanted = format.toLowerCase()
  if (parameters.length !== 1) throw badCount('header', 1, parameters.length)
  const [parameter] = parameters
  if (parameter?.type !== wanted)
    throw badFormat(`header: Format mismatch, expected ${format}, received ${String(parameter?.type).toUpperCase()}`)
  const object = objectAt(parameter, wanted, `header.${wanted}`)
  if (['image', 'video', 'document'].includes(wanted)) checkMedia(object, wanted)
}

const buttonNeeds = (button: Fields): string | null => {
  const type = String(button.type).toUpperCase()
  if (type === 'URL' && variablesOf(button.url).length > 0) return 'url'
  if (type === 'COPY_CODE') return 'copy_code'
  if (type === 'OTP') return 'url'
  if (type === 'MPM') return 'mpm'
  if (type === 'ORDER_DETAILS') return 'order_details'
  return null
}

const checkCode = (parameter: Fields | undefined, where: string): void => {
  const code = parameter?.coupon_code ?? parameter?.text
  if (typeof code !== 'string' || code === '')
    throw new GraphFault(131008, { details: `${where}: the code is missing` })
  if (code.length > 15) throw new GraphFault(132012, { details: `${where}: the code is longer than 15 characters` })
}

const checkButtons = (buttons: Fields[], given: Fields[]): void => {
  const byIndex = new Map(given.map((component) => [String(component.index), component]))
  for (const index of byIndex.keys()) {
    if (!buttons[Number(index)]) throw badFormat(`button ${index}: the template has no button at this index`)
  }
  for (const [index, button] of buttons.entries()) {
    const needs = buttonNeeds(button)
    const component = byIndex.get(String(index))
    const where = `button ${index}`
    if (!component) {
      if (needs)
        throw new GraphFault(131008, {
          details: `${where}: Button at index ${index} of type ${String(button.type)} requires a parameter`,
        })
      continue
    }
    const sub = String(component.sub_type).toLowerCase()
    const expected =
      needs ??
      { QUICK_REPLY: 'quick_reply', FLOW: 'flow', CATALOG: 'catalog', VOICE_CALL: 'voice_call' }[
        String(button.type).toUpperCase()
      ]
    if (sub !== expected)
      throw badFormat(`${where}: sub_type ${sub} does not fit a button of type ${String(button.type)}`)
    const [parameter, ...more] = listOf(component.parameters)
    if (needs && (!parameter || more.length > 0)) throw badCount(where, 1, parameter ? more.length + 1 : 0)
    if (sub === 'url' && parameter) checkText(parameter, where)
    if (sub === 'copy_code' || String(button.type).toUpperCase() === 'OTP') checkCode(parameter, where)
    if (sub === 'quick_reply' && parameter && parameter.type !== 'payload') throw badFormat(`${where}: needs a payload`)
  }
}

const checkCards = (
  template: Template,
  carousel: Fields,
  given: Fields | undefined,
  checkMedia: (media: Fields, kind: string) => void,
): void => {
  const cards = listOf(carousel.cards)
  const givenCards = listOf(given?.cards)
  if (cards.length !== givenCards.length) throw badCount('carousel', cards.length, givenCards.length)
  for (const [index, card] of cards.entries()) {
    const components = listOf(givenCards.find((candidate) => Number(candidate.card_index) === index)?.components)
    checkComponents(template, listOf(card.components), components, checkMedia)
  }
}

const checkOffer = (given: Fields | undefined): void => {
  const parameter = listOf(given?.parameters)[0]
  const offer = isFields(parameter?.limited_time_offer) ? parameter.limited_time_offer : null
  if (!offer || !Number.isFinite(Number(offer.expiration_time_ms)))
    throw new GraphFault(131008, { details: 'limited_time_offer.expiration_time_ms is missing' })
}

const checkComponents = (
  template: Template,
  stored: Fields[],
  given: Fields[],
  checkMedia: (media: Fields, kind: string) => void,
): void => {
  const storedOf = (type: string) => stored.find((component) => String(component.type).toUpperCase() === type)
  const givenOf = (type: string) => given.find((component) => String(component.type).toLowerCase() === type)
  const parametersOf = (type: string) => listOf(givenOf(type)?.parameters)
  const header = storedOf('HEADER')
  if (header) checkHeader(template, header, parametersOf('header'), checkMedia)
  else if (givenOf('header')) throw badCount('header', 0, parametersOf('header').length)
  const body = storedOf('BODY')
  if (template.category === 'AUTHENTICATION' && !variablesOf(body?.text).length) {
    if (parametersOf('body').length !== 1) throw badCount('body', 1, parametersOf('body').length)
  } else if (body) checkTexts(template, 'body', body.text, parametersOf('body'))
  const buttons = given.filter((component) => String(component.type).toLowerCase() === 'button')
  checkButtons(listOf(storedOf('BUTTONS')?.buttons), buttons)
  const carousel = storedOf('CAROUSEL')
  if (carousel) checkCards(template, carousel, givenOf('carousel'), checkMedia)
  const offer = storedOf('LIMITED_TIME_OFFER')
  if (offer && isFields(offer.limited_time_offer) && offer.limited_time_offer.has_expiration === true)
    checkOffer(givenOf('limited_time_offer'))
}

/** The text of the body after filling, for the length check and the phone page. */
export const filledText = (source: unknown, parameters: Fields[]): string => {
  const variables = variablesOf(source)
  return String(source ?? '').replace(/\{\{\s*([a-z0-9_]+)\s*\}\}/gi, (_match, name: string) => {
    const parameter =
      parameters.find((candidate) => candidate.parameter_name === name) ?? parameters[variables.indexOf(name)]
    const fallback = [parameter?.currency, parameter?.date_time].find(isFields)?.fallback_value
    return String(parameter?.text ?? fallback ?? '')
  })
}

/** Refuses a template send that Meta would refuse: unknown, paused, wrong number or form of parameters (reference §1.4). */
export const checkTemplate = (
  templates: Iterable<Template>,
  accountId: string,
  message: Fields,
  checkMedia: (media: Fields, kind: string) => void,
): Template => {
  const name = textAt(message, 'name', 512, 'template.name')
  const language = textAt(objectAt(message, 'language', 'template.language'), 'code', 20, 'template.language.code')
  let found: Template | null = null
  for (const template of templates) {
    if (template.accountId === accountId && template.name === name && template.language === language) found = template
  }
  if (!found || found.status === 'REJECTED' || found.status === 'PENDING' || found.status === 'DELETED') {
    throw new GraphFault(132001, { http: 404, details: `template name (${name}) does not exist in ${language}` })
  }
  if (found.status === 'PAUSED') throw new GraphFault(132015, { details: 'Template is paused because of low quality' })
  if (found.status !== 'APPROVED') throw new GraphFault(132016, { details: `Template is ${found.status}` })
  const given = listOf(message.components)
  checkComponents(found, found.components, given, checkMedia)
  const body = found.components.find((component) => String(component.type).toUpperCase() === 'BODY')
  const parameters = listOf(given.find((component) => String(component.type).toLowerCase() === 'body')?.parameters)
  if (filledText(body?.text, parameters).length > 1024)
    throw new GraphFault(132005, { details: 'The filled text is too long' })
  return found
}
