import type { Account, Template } from '../state/types.ts'
import type { World } from '../state/world.ts'
import { type GraphCall, pageOf, success } from './call.ts'
import { type Fields, isFields } from './field-checks.ts'
import { GraphFault } from './graph-fault.ts'

/** `POST /{account}?is_enabled_for_insights=true`: from then on templates are counted. */
export const enableInsights = (call: GraphCall, account: Account): unknown => {
  if (String(call.fields.is_enabled_for_insights) !== 'true')
    throw new GraphFault(100, { details: 'is_enabled_for_insights can only be set to true' })
  call.world.insights.add(account.id)
  call.world.changed()
  return success
}

const ids = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String)
  try {
    const parsed: unknown = JSON.parse(String(value))
    return Array.isArray(parsed) ? parsed.map(String) : []
  } catch {
    return []
  }
}

const DAY = 86_400

type Counts = { sent: number; delivered: number; read: number; clicks: Map<string, number> }

const isOf = (template: Template, sent: unknown): boolean =>
  isFields(sent) && sent.name === template.name && isFields(sent.language) && sent.language.code === template.language

/** What customers tapped, by the message that had the button. */
const tapsOf = (world: World): Map<string, string[]> => {
  const taps = new Map<string, string[]>()
  for (const { direction, type, message } of world.messages.values()) {
    const target = isFields(message.context) ? String(message.context.id) : ''
    if (direction !== 'in' || type !== 'button' || target === '') continue
    const text = isFields(message.button) ? String(message.button.text) : ''
    taps.set(target, [...(taps.get(target) ?? []), text])
  }
  return taps
}

type Span = { start: number; end: number }

const pointsOf = (world: World, account: Account, templateId: string, { start, end }: Span): Fields[] => {
  const template = world.templates.get(templateId)
  if (!template || template.accountId !== account.id) return []
  const days = new Map<number, Counts>()
  const taps = tapsOf(world)
  for (const message of world.messages.values()) {
    if (message.direction !== 'out' || !isOf(template, message.message.template)) continue
    if (message.status === 'failed') continue
    const day = Math.floor(message.at / 1000 / DAY) * DAY
    if (day < start || day > end) continue
    const known = days.get(day) ?? { sent: 0, delivered: 0, read: 0, clicks: new Map() }
    known.sent += 1
    if (message.status === 'delivered' || message.status === 'read') known.delivered += 1
    if (message.status === 'read') known.read += 1
    for (const text of taps.get(message.wamid) ?? []) known.clicks.set(text, (known.clicks.get(text) ?? 0) + 1)
    days.set(day, known)
  }
  return [...days].map(([day, { clicks, ...counts }]) => ({
    template_id: templateId,
    start: day,
    end: day + DAY,
    ...counts,
    clicked: [...clicks].map(([text, count]) => ({ type: 'quick_reply_button', button_content: text, count })),
  }))
}

/** `GET /{account}/template_analytics`: what was sent of templates by day, over the last 90 days. */
export const templateAnalytics = (call: GraphCall, account: Account): unknown => {
  if (!call.world.insights.has(account.id))
    throw new GraphFault(200, { http: 403, details: 'Template insights are not enabled for this account' })
  const wanted = ids(call.fields.template_ids)
  const start = Number(call.fields.start)
  const end = Number(call.fields.end)
  if (wanted.length < 1 || wanted.length > 10) throw new GraphFault(100, { details: 'template_ids needs 1 to 10 ids' })
  if (!(start > Date.now() / 1000 - 92 * DAY) || !(end > start))
    throw new GraphFault(100, { details: 'start and end must lie within the last 90 days' })
  const points = wanted.flatMap((id) => pointsOf(call.world, account, id, { start, end }))
  return { data: [{ granularity: 'DAILY', product_type: 'cloud_api', data_points: points }] }
}

const library: Fields[] = [
  {
    name: 'delivery_update_1',
    language: 'pt_BR',
    category: 'UTILITY',
    topic: 'ORDER_MANAGEMENT',
    header: 'Pedido a caminho',
    body: 'Olá {{1}}, seu pedido {{2}} saiu para entrega e chega hoje.',
    body_params: ['Ana', 'A-19'],
    buttons: [{ type: 'URL', text: 'Acompanhar' }],
  },
  {
    name: 'delivery_update_1',
    language: 'en_US',
    category: 'UTILITY',
    topic: 'ORDER_MANAGEMENT',
    header: 'Order on its way',
    body: 'Hi {{1}}, your order {{2}} is out for delivery and arrives today.',
    body_params: ['Ana', 'A-19'],
    buttons: [{ type: 'URL', text: 'Track order' }],
  },
  {
    name: 'payment_scheduled_1',
    language: 'en_US',
    category: 'UTILITY',
    topic: 'PAYMENTS',
    body: 'Hi {{1}}, your payment of {{2}} is scheduled for tomorrow.',
    body_params: ['Ana', '$40.00'],
    buttons: [],
  },
]

/** `GET /message_template_library`: Meta's ready texts. */
export const templateLibrary = (call: GraphCall): unknown => {
  const { language, search } = call.fields
  const found = library.filter(
    (entry) =>
      (!language || entry.language === language) &&
      (!search || `${entry.name} ${entry.body}`.toLowerCase().includes(String(search).toLowerCase())),
  )
  return pageOf(found, call.fields, `${call.world.baseUrl}/message_template_library`)
}
