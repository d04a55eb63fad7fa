import { newNumericId, wireNumber } from '../state/ids.ts'
import type { Template } from '../state/types.ts'
import type { World } from '../state/world.ts'
import type { Outbox } from '../webhooks/outbox.ts'
import { type GraphCall, pageOf, pick, success } from './call.ts'
import { variablesOf } from './check-template.ts'
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

const userFault = (subcode: number, title: string, message: string) =>
  new GraphFault(100, { subcode, userTitle: title, userMessage: message, details: message })

const checkVariables = (text: string): void => {
  if (/^\s*\{\{[^}]*\}\}|\{\{[^}]*\}\}\s*$/.test(text)) {
    throw userFault(2388299, 'Variables at the edge', 'Variables cannot be at the start or end of the template.')
  }
  const words = text
    .replace(/\{\{[^}]*\}\}/g, '')
    .split(/\s+/)
    .filter(Boolean).length
  const variables = variablesOf(text).length
  if (variables > 0 && words < variables * 2 + 1) {
    throw userFault(2388293, 'Too many variables', 'This template has too many variables for its length.')
  }
}

const checkComponents = (components: Fields[], category: string): void => {
  const body = components.find((component) => String(component.type).toUpperCase() === 'BODY')
  if (!body) throw userFault(2388047, 'Body is missing', 'A template needs a body.')
  if (category === 'AUTHENTICATION') return
  const text = String(body.text ?? '')
  if (text === '' || text.length > 1024)
    throw userFault(2388040, 'Length of the body', 'The body needs 1 to 1,024 characters.')
  checkVariables(text)
  if (variablesOf(text).length > 0 && !isFields(body.example))
    throw userFault(2388043, 'Examples are missing', 'Every variable needs an example.')
}

const review = (world: World, outbox: Outbox, template: Template): void => {
  setTimeout(() => {
    if (template.status !== 'PENDING') return
    const rejected = /reject/.test(template.name)
    template.status = rejected ? 'REJECTED' : 'APPROVED'
    template.rejectedReason = rejected ? 'INVALID_FORMAT' : 'NONE'
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
  const twin = [...world.templates.values()].find(
    (other) => other.accountId === accountId && other.name === name && other.language === language,
  )
  if (twin)
    throw userFault(
      2388024,
      'Content in this language already exists',
      'There is already content in this language for this template.',
    )
  checkComponents(componentsOf(fields), category)
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
  for (const template of gone) {
    call.world.templates.delete(template.id)
    announceTemplate(call.world, call.outbox, template, 'PENDING_DELETION')
  }
  return success
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
    checkComponents(components, template.category)
    template.components = components
    template.status = 'PENDING'
    review(call.world, call.outbox, template)
  }
  if (call.fields.message_send_ttl_seconds !== undefined)
    template.ttlSeconds = Number(call.fields.message_send_ttl_seconds)
  call.world.changed()
  return { success: true, id: template.id, name: template.name, category: template.category }
}
