import type { World } from '../state/world.ts'
import { type Fields, isFields } from './field-checks.ts'
import { GraphFault } from './graph-fault.ts'

/** Refuses a template that Meta would not take; written from Meta's rules and from nothing that a client uses. */
export const userFault = (subcode: number, title: string, message: string): GraphFault =>
  new GraphFault(100, { subcode, userTitle: title, userMessage: message, details: message })

const wrongFormat = (message: string) => userFault(2_388_040, 'Format of the template', message)
const wrongLength = (what: string, max: number) =>
  userFault(2_388_040, 'Length', `${what} needs 1 to ${max} characters.`)

const listIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])
const upper = (value: unknown): string => String(value ?? '').toUpperCase()
const find = (components: readonly Fields[], type: string) => components.find((one) => upper(one.type) === type)
const holes = (text: string): string[] =>
  [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map((match) => (match[1] ?? '').trim())
const distinct = (names: readonly string[]): string[] => [...new Set(names)]

const checkText = (what: string, text: unknown, max: number): string => {
  if (typeof text !== 'string' || text.trim() === '' || text.length > max) throw wrongLength(what, max)
  const braces = text.replace(/\{\{[^{}]*\}\}/g, '')
  if (braces.includes('{{') || braces.includes('}}'))
    throw wrongFormat(`${what} has braces that open or close nothing.`)
  return text
}

const checkNames = (names: readonly string[], named: boolean): void => {
  for (const name of names) {
    if (named ? !/^[a-z_][a-z0-9_]*$/.test(name) : !/^[1-9][0-9]*$/.test(name))
      throw wrongFormat(`{{${name}}} is not a variable of this kind of template.`)
  }
  if (named) return
  const numbers = distinct(names).map(Number)
  for (let wanted = 1; wanted <= numbers.length; wanted++)
    if (!numbers.includes(wanted)) throw wrongFormat(`Variables must count up from {{1}}; {{${wanted}}} is missing.`)
}

const checkExamples = (component: Fields, part: 'header' | 'body', names: readonly string[], named: boolean): void => {
  const example = isFields(component.example) ? component.example : {}
  const wanted = distinct(names).length
  const given = named
    ? listIn(example[`${part}_text_named_params`]).filter(
        (one) => one.example && names.includes(String(one.param_name)),
      )
    : [example[`${part}_text`]].flat(2).filter((one) => typeof one === 'string' && one.trim() !== '')
  if (given.length < wanted)
    throw userFault(2_388_043, 'Examples are missing', `The ${part} needs an example for each of its variables.`)
}

const checkSpread = (text: string, names: readonly string[]): void => {
  const trimmed = text.trim()
  if (trimmed.startsWith('{{') || trimmed.endsWith('}}'))
    throw userFault(2_388_299, 'Variables at the edge', 'Variables cannot be at the start or end of the template.')
  const words = text
    .split(/\{\{[^{}]*\}\}/)
    .join(' ')
    .split(/\s+/)
    .filter((word) => word !== '').length
  if (words < distinct(names).length * 2 + 1)
    throw userFault(2_388_293, 'Too many variables', 'This template has too many variables for its length.')
}

const checkBody = (body: Fields, max: number, named: boolean): void => {
  const text = checkText('The body', body.text, max)
  if (text.includes('\n\n\n')) throw wrongFormat('The body has more than two line breaks in a row.')
  const names = holes(text)
  if (names.length === 0) return
  checkNames(names, named)
  if (/\}\}\s*\{\{/.test(text)) throw wrongFormat('Variables cannot stand side by side.')
  checkSpread(text, names)
  checkExamples(body, 'body', names, named)
}

const checkHandle = (world: World, header: Fields, format: string): void => {
  const example = isFields(header.example) ? header.example : {}
  const handle = Array.isArray(example.header_handle) ? String(example.header_handle[0] ?? '') : ''
  if (handle === '') throw userFault(2_388_273, 'Sample is missing', 'A media header needs the handle of a sample.')
  const upload = world.handles.get(handle)
  if (!upload)
    throw userFault(2_388_273, 'Sample is not known', 'The handle of the sample is not known or has expired.')
  const kind = upload.mimeType.startsWith('image/')
    ? 'IMAGE'
    : upload.mimeType.startsWith('video/')
      ? 'VIDEO'
      : 'DOCUMENT'
  if (kind !== format) throw wrongFormat(`The sample is a ${kind}, the header a ${format}.`)
}

const checkHeader = (world: World, header: Fields, named: boolean): void => {
  const format = upper(header.format ?? 'TEXT')
  if (format === 'IMAGE' || format === 'VIDEO' || format === 'DOCUMENT') {
    checkHandle(world, header, format)
    return
  }
  if (format === 'LOCATION' || format === 'PRODUCT') return
  if (format !== 'TEXT') throw wrongFormat(`${format} is no format of a header.`)
  const text = checkText('The header', header.text, 60)
  if (/\n|[*_~`]/.test(text.replace(/\{\{[^{}]*\}\}/g, '')))
    throw userFault(2_388_072, 'Header', 'A header has no formatting.')
  const names = holes(text)
  if (distinct(names).length > 1) throw wrongFormat('A header has one variable at most.')
  checkNames(names, named)
  checkExamples(header, 'header', names, named)
}

const buttonLimits: Readonly<Record<string, number>> = {
  QUICK_REPLY: 10,
  URL: 2,
  PHONE_NUMBER: 1,
  COPY_CODE: 1,
  FLOW: 1,
  CATALOG: 1,
  MPM: 1,
  SPM: 1,
  ORDER_DETAILS: 1,
  VOICE_CALL: 1,
  OTP: 1,
}

const checkLink = (button: Fields): void => {
  const link = String(button.url ?? '')
  if (link === '' || link.length > 2000) throw wrongLength('The address of a button', 2000)
  const [before = '', ...rest] = link.split('{{1}}')
  if (rest.length > 1 || (rest[0] ?? '') !== '' || /[{}]/.test(before))
    throw wrongFormat('The address may have {{1}} once, at its end.')
  if (!/^https?:\/\/[^\s/]+\.[^\s/]+/.test(before)) throw wrongFormat('The address of a button is not valid.')
  if (/^https?:\/\/(www\.)?(wa\.me|(api|chat)\.whatsapp\.com)(\/|$|\?)/i.test(before))
    throw wrongFormat('Direct links to WhatsApp are not allowed.')
  if (rest.length === 1 && !(Array.isArray(button.example) ? button.example[0] : button.example))
    throw userFault(2_388_043, 'Examples are missing', 'The address of the button needs an example.')
}

const checkButton = (button: Fields, category: string): void => {
  const type = upper(button.type)
  if (type !== 'COPY_CODE' && type !== 'OTP') {
    const text = checkText('The text of a button', button.text, 25)
    if (holes(text).length > 0 || text.includes('\n')) throw wrongFormat('The text of a button is plain.')
  }
  if (type === 'URL') checkLink(button)
  if (type === 'PHONE_NUMBER') {
    const phone = String(button.phone_number ?? '')
    if (phone.length > 20 || phone.replace(/[^0-9]/g, '').length < 8)
      throw wrongFormat('The phone number is not valid.')
  }
  if (type === 'COPY_CODE') {
    const code = String([button.example].flat()[0] ?? '')
    if (!/^[A-Za-z0-9]{1,15}$/.test(code)) throw wrongFormat('The code needs 1 to 15 letters and digits.')
  }
  if (type === 'FLOW' && !button.flow_id && !button.flow_name && !button.flow_json)
    throw wrongFormat('The flow is missing.')
  if (type === 'OTP' && category !== 'AUTHENTICATION') throw wrongFormat('Only authentication has OTP buttons.')
}

const checkButtons = (buttons: Fields[], category: string): void => {
  if (buttons.length > 10) throw wrongFormat('A template has ten buttons at most.')
  const counts = new Map<string, number>()
  let blocks = 0
  for (const [index, button] of buttons.entries()) {
    const type = upper(button.type)
    counts.set(type, (counts.get(type) ?? 0) + 1)
    if ((counts.get(type) ?? 0) > (buttonLimits[type] ?? 0)) throw wrongFormat(`Too many buttons of type ${type}.`)
    const isReply = type === 'QUICK_REPLY'
    const wasReply = index > 0 && upper(buttons[index - 1]?.type) === 'QUICK_REPLY'
    if (index === 0 || isReply !== wasReply) blocks += 1
    checkButton(button, category)
  }
  if (blocks > 2) throw wrongFormat('Quick replies must stand together.')
  const texts = buttons
    .map((button) =>
      String(button.text ?? '')
        .trim()
        .toLowerCase(),
    )
    .filter((text) => text !== '')
  if (distinct(texts).length < texts.length) throw wrongFormat('Two buttons have the same text.')
}

const checkCarousel = (world: World, carousel: Fields, named: boolean, category: string): void => {
  const cards = listIn(carousel.cards).map((card) => listIn(card.components))
  if (cards.length < 2 || cards.length > 10) throw wrongFormat('A carousel has 2 to 10 cards.')
  const shapes = cards.map((card) => {
    const header = find(card, 'HEADER')
    const format = upper(header?.format)
    if (!header || (format !== 'IMAGE' && format !== 'VIDEO')) throw wrongFormat('A card needs a picture or a video.')
    checkHandle(world, header, format)
    const body = find(card, 'BODY')
    if (body) checkBody(body, 160, named)
    const buttons = listIn(find(card, 'BUTTONS')?.buttons)
    if (buttons.length < 1 || buttons.length > 2) throw wrongFormat('A card has one or two buttons.')
    checkButtons(buttons, category)
    return `${format} ${body ? 'text' : ''} ${buttons.map((button) => upper(button.type)).join()}`
  })
  if (distinct(shapes).length > 1) throw wrongFormat('All cards must have the same parts.')
}

const checkOffer = (components: readonly Fields[], offer: Fields, category: string): void => {
  const facts = isFields(offer.limited_time_offer) ? offer.limited_time_offer : {}
  checkText('The offer', facts.text, 16)
  if (category !== 'MARKETING') throw wrongFormat('Only marketing has offers.')
  if (find(components, 'FOOTER')) throw wrongFormat('An offer has no footer.')
  if (!['IMAGE', 'VIDEO'].includes(upper(find(components, 'HEADER')?.format)))
    throw wrongFormat('An offer needs a picture or a video.')
  const types = listIn(find(components, 'BUTTONS')?.buttons).map((button) => upper(button.type))
  if (!types.includes('URL')) throw wrongFormat('An offer needs a button with an address.')
  if (facts.has_expiration === true && types[0] !== 'COPY_CODE') throw wrongFormat('An offer begins with its code.')
}

const checkAuthentication = (components: readonly Fields[]): void => {
  if (find(components, 'HEADER')) throw wrongFormat('Authentication has no header.')
  if (find(components, 'BODY')?.text) throw wrongFormat('WhatsApp writes the text of authentication.')
  const minutes = find(components, 'FOOTER')?.code_expiration_minutes
  if (minutes !== undefined && !(Number(minutes) >= 1 && Number(minutes) <= 90))
    throw wrongFormat('A code is good for 1 to 90 minutes.')
  const [button, ...more] = listIn(find(components, 'BUTTONS')?.buttons)
  if (!button || more.length > 0 || upper(button.type) !== 'OTP')
    throw wrongFormat('Authentication has one OTP button.')
  const kind = upper(button.otp_type)
  if (!['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'].includes(kind))
    throw wrongFormat('The kind of the OTP button is not known.')
  for (const key of ['text', 'autofill_text'])
    if (button[key] !== undefined) checkText('The text of the button', button[key], 25)
  if (kind !== 'COPY_CODE' && listIn(button.supported_apps).length === 0) throw wrongFormat('The app is missing.')
}

const ttlRange: Readonly<Record<string, readonly [number, number]>> = {
  AUTHENTICATION: [30, 900],
  UTILITY: [30, 43_200],
  MARKETING: [43_200, 2_592_000],
}

export const checkTtl = (ttl: unknown, category: string): void => {
  if (ttl === undefined || ttl === null || Number(ttl) === -1) return
  const [min, max] = ttlRange[category] ?? [0, 0]
  if (!Number.isInteger(Number(ttl)) || Number(ttl) < min || Number(ttl) > max)
    throw new GraphFault(100, { details: `message_send_ttl_seconds must be between ${min} and ${max}` })
}

/** Judges the components of a template that is created or edited. Throws what Meta would answer. */
export const checkNewTemplate = (world: World, components: Fields[], category: string, named: boolean): void => {
  const body = find(components, 'BODY')
  if (!body) throw userFault(2_388_047, 'Body is missing', 'A template needs a body.')
  const types = components.map((component) => upper(component.type))
  if (distinct(types).length < types.length) throw wrongFormat('A component is there twice.')
  for (const type of types)
    if (!['HEADER', 'BODY', 'FOOTER', 'BUTTONS', 'CAROUSEL', 'LIMITED_TIME_OFFER'].includes(type))
      throw wrongFormat(`${type} is no component.`)
  if (category === 'AUTHENTICATION') {
    checkAuthentication(components)
    return
  }
  const header = find(components, 'HEADER')
  const footer = find(components, 'FOOTER')
  const carousel = find(components, 'CAROUSEL')
  const offer = find(components, 'LIMITED_TIME_OFFER')
  if (header) checkHeader(world, header, named)
  checkBody(body, offer ? 600 : 1024, named)
  if (footer) {
    const text = checkText('The footer', footer.text, 60)
    if (text.includes('{{') || text.includes('\n'))
      throw userFault(2_388_073, 'Footer', 'A footer is one line of plain text.')
  }
  checkButtons(listIn(find(components, 'BUTTONS')?.buttons), category)
  if (carousel) {
    if (header || footer || find(components, 'BUTTONS') || offer)
      throw wrongFormat('A carousel stands alone below its text.')
    checkCarousel(world, carousel, named, category)
  }
  if (offer) checkOffer(components, offer, category)
}
