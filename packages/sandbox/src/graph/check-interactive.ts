import { type Fields, invalid, isFields, listAt, numberAt, objectAt, optionalTextAt, textAt } from './field-checks.ts'
import { GraphFault } from './graph-fault.ts'

type Source = (media: Fields, kind: string) => void

const checkHeader = (interactive: Fields, checkMedia: Source, textOnly: boolean): void => {
  if (interactive.header === undefined || interactive.header === null) return
  const header = objectAt(interactive, 'header', 'interactive.header')
  const type = textAt(header, 'type', 20, 'interactive.header.type')
  if (type === 'text') {
    textAt(header, 'text', 60, 'interactive.header.text')
    return
  }
  if (textOnly || !['image', 'video', 'document'].includes(type))
    throw invalid('interactive.header.type', `cannot be ${type}`)
  checkMedia(objectAt(header, type, `interactive.header.${type}`), type)
}

const checkButtons = (action: Fields): void => {
  const buttons = listAt(action, 'buttons', [1, 3], 'interactive.action.buttons')
  const replies = buttons.map((button) => {
    if (button.type !== 'reply') throw invalid('interactive.action.buttons.type', 'must be reply')
    const reply = objectAt(button, 'reply', 'interactive.action.buttons.reply')
    return { id: textAt(reply, 'id', 256, 'button.reply.id'), title: textAt(reply, 'title', 20, 'button.reply.title') }
  })
  if (new Set(replies.map(({ id }) => id)).size < replies.length) throw invalid('button.reply.id', 'is used twice')
  if (new Set(replies.map(({ title }) => title)).size < replies.length)
    throw invalid('button.reply.title', 'is used twice')
}

const checkList = (action: Fields): void => {
  textAt(action, 'button', 20, 'interactive.action.button')
  const sections = listAt(action, 'sections', [1, 10], 'interactive.action.sections')
  const ids = sections.flatMap((section) => {
    if (sections.length > 1) textAt(section, 'title', 24, 'section.title')
    else optionalTextAt(section, 'title', 24, 'section.title')
    return listAt(section, 'rows', [1, 10], 'section.rows').map((row) => {
      textAt(row, 'title', 24, 'row.title')
      optionalTextAt(row, 'description', 72, 'row.description')
      return textAt(row, 'id', 200, 'row.id')
    })
  })
  if (ids.length > 10) throw invalid('interactive.action.sections', 'has more than 10 rows in all')
  if (new Set(ids).size < ids.length) throw invalid('row.id', 'is used twice')
}

const checkUrl = (action: Fields): void => {
  const parameters = objectAt(action, 'parameters', 'interactive.action.parameters')
  textAt(parameters, 'display_text', 20, 'parameters.display_text')
  const url = textAt(parameters, 'url', 2000, 'parameters.url')
  if (!/^https?:\/\//.test(url)) throw invalid('parameters.url', 'is no web address')
}

const checkFlow = (action: Fields): void => {
  const parameters = objectAt(action, 'parameters', 'interactive.action.parameters')
  if (String(parameters.flow_message_version) !== '3') throw invalid('parameters.flow_message_version', 'must be 3')
  if (!parameters.flow_id && !parameters.flow_name)
    throw new GraphFault(131008, { details: 'flow_id or flow_name is missing' })
  textAt(parameters, 'flow_cta', 30, 'parameters.flow_cta')
}

const checkCarousel = (action: Fields): void => {
  const cards = listAt(action, 'cards', [2, 10], 'interactive.action.cards')
  for (const card of cards) numberAt(card, 'card_index', [0, 9], 'card.card_index')
}

const checkAction = (type: string, action: Fields): void => {
  if (type === 'button') checkButtons(action)
  else if (type === 'list') checkList(action)
  else if (type === 'cta_url') checkUrl(action)
  else if (type === 'flow') checkFlow(action)
  else if (type === 'carousel') checkCarousel(action)
  else if (type === 'product') textAt(action, 'product_retailer_id', 200, 'action.product_retailer_id')
  else if (type === 'product_list') listAt(action, 'sections', [1, 10], 'action.sections')
}

const types = new Set([
  'button',
  'list',
  'cta_url',
  'location_request_message',
  'flow',
  'product',
  'product_list',
  'catalog_message',
  'carousel',
  'address_message',
  'call_permission_request',
  'request_contact_info',
  'order_details',
  'order_status',
])

/** Refuses an interactive object that Meta would refuse (reference §1.3). */
export const checkInteractive = (interactive: Fields, checkMedia: Source): void => {
  const type = textAt(interactive, 'type', 50, 'interactive.type')
  if (!types.has(type)) throw invalid('interactive.type', `${type} is not known`)
  const needsBody = !['product', 'request_contact_info', 'call_permission_request'].includes(type)
  if (needsBody || isFields(interactive.body)) {
    const body = objectAt(interactive, 'body', 'interactive.body')
    textAt(body, 'text', type === 'list' ? 4096 : 1024, 'interactive.body.text')
  }
  if (isFields(interactive.footer)) textAt(interactive.footer, 'text', 60, 'interactive.footer.text')
  checkHeader(interactive, checkMedia, type === 'list' || type === 'product_list')
  if (type === 'call_permission_request' || type === 'request_contact_info') return
  checkAction(type, objectAt(interactive, 'action', 'interactive.action'))
}
