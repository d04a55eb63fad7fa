import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { filledText, id, idParams, version } from '../shared.ts'

/** Minutes; null promises nothing. */
const minutes = z.number().int().min(1).max(525_600).nullable().default(null)

export const slaTargets = z.object({ firstResponse: minutes, nextResponse: minutes, resolution: minutes })
export type SlaTargets = z.infer<typeof slaTargets>

/** Empty lists ask nothing. */
export const slaConditions = z.object({
  teamIds: z.array(id).max(50).default([]),
  channelIds: z.array(id).max(50).default([]),
  labelIds: z.array(id).max(50).default([]),
  priorities: z.array(z.number().int().min(0).max(4)).max(5).default([]),
})
export type SlaConditions = z.infer<typeof slaConditions>

const slaPolicyFields = z.object({
  name: filledText(60),
  targets: slaTargets.refine((targets) => Object.values(targets).some((value) => value !== null), {
    message: 'Promises nothing',
  }),
  conditions: slaConditions,
  businessHoursId: id.nullable(),
  active: z.boolean(),
  position: z.number().int().min(0).max(1000),
})

const slaPolicyBody = slaPolicyFields.extend({
  businessHoursId: slaPolicyFields.shape.businessHoursId.default(null),
  active: slaPolicyFields.shape.active.default(true),
  /** Absent: after all others. */
  position: slaPolicyFields.shape.position.optional(),
})

export const slaPolicy = slaPolicyFields.extend({ id, version })
export type SlaPolicy = z.infer<typeof slaPolicy>

export const listSlaPolicies = endpoint({
  method: 'GET',
  path: '/api/v1/sla-policies',
  can: 'company.view',
  summary: 'SLA policies in the order in which they are tried',
  response: z.object({ data: z.array(slaPolicy) }),
})
export const createSlaPolicy = endpoint({
  method: 'POST',
  path: '/api/v1/sla-policies',
  can: 'company.manage',
  summary: 'Adds an SLA policy; it holds for conversations that begin or reopen from now on',
  body: slaPolicyBody,
  response: slaPolicy,
  status: 201,
  errors: ['duplicate', 'limit_reached'],
})
export const updateSlaPolicy = endpoint({
  method: 'PATCH',
  path: '/api/v1/sla-policies/:id',
  can: 'company.manage',
  summary: 'Changes an SLA policy; clocks that run keep the times they began with; `version` is the one that was read',
  params: idParams,
  body: slaPolicyFields.partial().extend({ version }),
  response: slaPolicy,
  errors: ['conflict', 'duplicate'],
})
export const deleteSlaPolicy = endpoint({
  method: 'DELETE',
  path: '/api/v1/sla-policies/:id',
  can: 'company.manage',
  summary: 'Removes an SLA policy',
  params: idParams,
  response: null,
})
