import { newNumericId, wireNumber } from '../state/ids.ts'
import type { Template } from '../state/types.ts'
import type { World } from '../state/world.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import { type GraphCall, pageOf, pick, success } from './call.ts'
import { checkNewTemplate, checkTtl, userFault } from './check-new-template.ts'
import { type Fields, isFields } from './field-checks.ts'
import { GraphFault } from './graph-fault.ts'

export const templateNode = (template: Template): Fields => ({
  id: template.id,
  name: template.name,
  language: template.language,
  status: template.status,
  category: template.category,
  components: template.components,
  parameter_format: template.parameterFormat,
  quality_score: { score: template.quality, date: Math.floor(Date.now() / 1000) },
  rejected_reason: template.rejectedReason,
  ...(template.ttlSeconds !== null && { message_send_ttl_seconds: template.ttlSeconds }),
  health_status: { can_send_message: template.status === 'APPROVED' ? 'AVAILABLE' : 'BLOCKED', entities: [] },
})

const defaults = ['name', 'language', 'status', 'category', 'components', 'parameter_format']

/** Tells the business that a template changed its status. */
export const announceTemplate = (world: World, outbox: Outbox, template: Template, event = template.status): void => {
  outbox.change(template.accountId, 'message_template_status_update', {
    event,
    message_template_id: wireNumber(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    message_template_category: template.category,
    reason: template.rejectedReason,
    ...(event === 'REJECTED' && {
      rejection_info: { reason: template.rejectedReason, recommendation: 'Change the text and try again.' },
    }),
  })
  world.live.publish('template', { id: template.id })
  world.changed()
}

const DAY_MS = 86_400_000
const CREATIONS_PER_HOUR = 100

/** The reason for which a template is rejected: by a word in its name, or by what its text says. */
const rejectionOf = (template: Template): string | null => {
  if (/reject/.test(template.name)) return 'INVALID_FORMAT'
  const text = JSON.stringify(template.components).toLowerCase()
  if (/lottery|jackpot|loteria/.test(text)) return 'SCAM'
  if (/idiot|stupid|idiota/.test(text)) return 'ABUSIVE_CONTENT'
  return null
}

/** Words that make a utility template marketing in Meta's eyes. */
const advertises = (template: Template): boolean =>
  template.category === 'UTILITY' &&
  /discount|promo|coupon|% off|desconto|cupom|oferta/.test(JSON.stringify(template.components).toLowerCase())

const review = (world: World, outbox: Outbox, template: Template): void => {
  setTimeout(() => {
    if (template.status !== 'PENDING') return
    const reason = rejectionOf(template)
    template.status = reason ? 'REJECTED' : 'APPROVED'
    template.rejectedReason = reason ?? 'NONE'
    if (!reason && advertises(template)) {
      outbox.change(template.accountId, 'template_category_update', {
        message_template_id: wireNumber(template.id),
        message_template_name: template.name,
        message_template_language: template.language,
        previous_category: template.category,
        new_category: 'MARKETING',
      })
      template.category = 'MARKETING'
    }
    announceTemplate(world, outbox, template)
  }, world.config.reviewMs).unref()
}

const componentsOf = (fields: Fields): Fields[] =>
  Array.isArray(fields.components) ? fields.components.filter(isFields) : []

export const createTemplate = (call: GraphCall, accountId: string): unknown => {
  const { fields, world } = call
  const name = String(fields.name ?? '')
  const language = String(fields.language ?? '')
  const category = String(fields.category ?? '').toUpperCase()
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    throw userFault(2388039, 'Name of the template', 'Names may have lower case letters, digits and underscores.')
  if (!/^[a-z]{2,3}(_[A-Z]{2,3})?$/.test(language))
    throw new GraphFault(100, { details: 'Param language is not supported' })
  if (!['MARKETING', 'UTILITY', 'AUTHENTICATION'].includes(category))
    throw new GraphFault(100, { details: 'Param category must be one of MARKETING, UTILITY, AUTHENTICATION' })
  const accountTemplates = [...world.templates.values()].filter((other) => other.accountId === accountId)
  const twin = accountTemplates.find((other) => other.name === name && other.language === language)
  if (twin)
    throw userFault(
      2388024,
      'Content in this language already exists',
      'There is already content in this language for this template.',
    )
  const sister = accountTemplates.find((other) => other.name === name && other.category !== category)
  if (sister) throw userFault(2388023, 'Category', `The other languages of this template are ${sister.category}.`)
  const lockedUntil = world.lockedNames.get(`${accountId} ${name}`)
  if (lockedUntil && lockedUntil > Date.now())
    throw userFault(2388023, 'Name is locked', 'The name of a deleted template can be used again after 30 days.')
  const hour = Date.now() - 3_600_000
  if ((world.creations.get(accountId) ?? []).filter((at) => at > hour).length >= CREATIONS_PER_HOUR)
    throw new GraphFault(80008, { details: 'Too many templates were created within the hour' })
  checkNewTemplate(world, componentsOf(fields), category, fields.parameter_format === 'NAMED')
  checkTtl(fields.message_send_ttl_seconds, category)
  const template: Template = {
    id: newNumericId(),
    accountId,
    name,
    language,
    category,
    status: 'PENDING',
    parameterFormat: fields.parameter_format === 'NAMED' ? 'NAMED' : 'POSITIONAL',
    components: componentsOf(fields),
    rejectedReason: 'NONE',
    quality: 'UNKNOWN',
    ttlSeconds: fields.message_send_ttl_seconds === undefined ? null : Number(fields.message_send_ttl_seconds),
  }
  world.templates.set(template.id, template)
  world.creations.set(accountId, [...(world.creations.get(accountId) ?? []).filter((at) => at > hour), Date.now()])
  world.changed()
  review(world, call.outbox, template)
  return { id: template.id, status: template.status, category: template.category }
}

export const listTemplates = (call: GraphCall, accountId: string): unknown => {
  const { fields } = call
  const wanted = (template: Template) =>
    template.accountId === accountId &&
    template.status !== 'DELETED' &&
    (!fields.status || template.status === fields.status) &&
    (!fields.category || template.category === fields.category) &&
    (!fields.language || template.language === fields.language) &&
    (!fields.name || template.name.includes(String(fields.name)))
  const nodes = [...call.world.templates.values()]
    .filter(wanted)
    .map((template) => pick(templateNode(template), fields.fields, defaults))
  return pageOf(nodes, fields, `${call.world.baseUrl}/${accountId}/message_templates`)
}

export const deleteTemplates = (call: GraphCall, accountId: string): unknown => {
  const { name, hsm_id, hsm_ids } = call.fields
  const ids = new Set([hsm_id, ...(Array.isArray(hsm_ids) ? hsm_ids : [])].filter(Boolean).map(String))
  const gone = [...call.world.templates.values()].filter(
    (template) => template.accountId === accountId && (ids.size > 0 ? ids.has(template.id) : template.name === name),
  )
  if (gone.length === 0) throw new GraphFault(100, { subcode: 2593002, details: 'The template does not exist' })
  const disabled = gone.find(({ status }) => status === 'DISABLED')
  if (disabled) throw userFault(2388003, 'Template cannot be deleted', 'A disabled template cannot be deleted.')
  for (const template of gone) {
    call.world.templates.delete(template.id)
    if (template.status === 'APPROVED' || template.status === 'PAUSED')
      call.world.lockedNames.set(`${accountId} ${template.name}`, Date.now() + 30 * DAY_MS)
    announceTemplate(call.world, call.outbox, template, 'PENDING_DELETION')
  }
  return success
}

/** An approved template may be edited once in 24 hours and ten times in 30 days. */
const countEdit = (world: World, template: Template): void => {
  const edits = (world.edits.get(template.id) ?? []).filter((at) => Date.now() - at < 30 * DAY_MS)
  if (edits.length >= 10 || edits.some((at) => Date.now() - at < DAY_MS))
    throw userFault(2388003, 'Edited too often', 'An approved template can be edited once a day and 10 times a month.')
  world.edits.set(template.id, [...edits, Date.now()])
}

export const templateCall = (call: GraphCall, template: Template, edge: string): unknown => {
  if (call.method === 'GET') return pick(templateNode(template), call.fields.fields, defaults)
  if (edge === 'unpause') {
    template.status = 'APPROVED'
    announceTemplate(call.world, call.outbox, template)
    return success
  }
  if (!['APPROVED', 'REJECTED', 'PAUSED'].includes(template.status))
    throw userFault(2388003, 'Template cannot be changed', `It is ${template.status}.`)
  const components = componentsOf(call.fields)
  if (components.length > 0) {
    const category = String(call.fields.category ?? template.category).toUpperCase()
    if (template.status === 'APPROVED' && category !== template.category)
      throw userFault(2388003, 'Category', 'The category of an approved template cannot be changed.')
    if (template.status === 'APPROVED') countEdit(call.world, template)
    checkNewTemplate(call.world, components, category, template.parameterFormat === 'NAMED')
    checkTtl(call.fields.message_send_ttl_seconds, category)
    template.category = category
    template.components = components
    template.status = 'PENDING'
    review(call.world, call.outbox, template)
  }
  if (call.fields.message_send_ttl_seconds !== undefined)
    template.ttlSeconds = Number(call.fields.message_send_ttl_seconds)
  call.world.changed()
  return { success: true, id: template.id, name: template.name, category: template.category }
}
