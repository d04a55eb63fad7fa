import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { bulkOutcome, bulkSelection, countQuery } from '../shared/lists.ts'
import { id, idParams, instant, pageOf, pageQuery } from '../shared.ts'
import { exclusionReasons } from './audience.ts'
import { costRange } from './campaigns.ts'
import { variantKeys } from './content.ts'

/** How far a recipient is. */
export const recipientStates = [
  'pending',
  'queued',
  'sent',
  'held_by_meta',
  'delivered',
  'read',
  'clicked',
  'replied',
  'failed',
  'skipped',
  'canceled',
] as const
export type RecipientState = (typeof recipientStates)[number]

/** Why nothing was sent to a recipient who was to get it at the launch. */
export const skipReasons = [...exclusionReasons, 'erased', 'contact_gone', 'template_gone', 'frequency_cap'] as const
export type SkipReason = (typeof skipReasons)[number]

export const campaignRecipient = z.object({
  contactId: id.nullable(),
  displayName: z.string(),
  phone: z.string().nullable(),
  variant: z.enum(variantKeys).nullable(),
  channelId: id.nullable(),
  state: z.enum(recipientStates),
  reason: z.enum(skipReasons).nullable(),
  errorCode: z.number().int().nullable(),
  errorClass: z.string().nullable(),
  conversationId: id.nullable(),
  messageId: id.nullable(),
  sentAt: instant.nullable(),
  deliveredAt: instant.nullable(),
  readAt: instant.nullable(),
  clickedAt: instant.nullable(),
  repliedAt: instant.nullable(),
})
export type CampaignRecipient = z.infer<typeof campaignRecipient>

export const recipientFilter = z.object({
  state: z.enum(recipientStates).optional(),
  reason: z.enum(skipReasons).optional(),
  errorClass: z.string().max(40).optional(),
  variant: z.enum(variantKeys).optional(),
  search: z.string().max(100).optional(),
})
export type RecipientFilter = z.infer<typeof recipientFilter>

export const listRecipients = endpoint({
  method: 'GET',
  path: '/api/v1/campaigns/:id/recipients',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'Recipients of a campaign in the order in which they are written to, and how far each is',
  params: idParams,
  query: pageQuery.extend(recipientFilter.shape).extend(countQuery.shape),
  response: pageOf(campaignRecipient),
})
/** What a contact got of one campaign. */
export const contactCampaign = campaignRecipient
  .pick({ state: true, reason: true, variant: true, conversationId: true, sentAt: true, repliedAt: true })
  .extend({ campaign: z.object({ id, name: z.string() }), plannedAt: instant })
export type ContactCampaign = z.infer<typeof contactCampaign>

/** Most campaigns that are named for one contact. */
export const contactCampaignLimit = 100

export const listCampaignsOfContact = endpoint({
  method: 'GET',
  path: '/api/v1/contacts/:id/campaigns',
  can: 'campaigns.view',
  scope: 'campaigns:read',
  summary: 'Campaigns that a contact was a recipient of, newest first, at most 100',
  params: idParams,
  response: z.object({ data: z.array(contactCampaign) }),
})
export const keepRecipients = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/recipients/list-members',
  can: 'contacts.edit',
  summary: 'Puts recipients of a campaign into a list of contacts',
  params: idParams,
  body: z.object({ selection: bulkSelection, listId: id }),
  response: bulkOutcome,
  errors: ['conflict'],
})
/** Who qualifies for another try, by class of error. */
export const retryPreview = z.object({
  classes: z.array(z.object({ errorClass: z.string(), count: z.number().int(), retryable: z.boolean() })),
  cost: costRange,
})
export type RetryPreview = z.infer<typeof retryPreview>

export const previewRetry = endpoint({
  method: 'GET',
  path: '/api/v1/campaigns/:id/retry',
  can: 'campaigns.view',
  summary: 'How many failed recipients can be tried again, by class of error',
  params: idParams,
  response: retryPreview,
})
export const retryCampaign = endpoint({
  method: 'POST',
  path: '/api/v1/campaigns/:id/retry',
  can: 'campaigns.launch',
  summary: 'Tries failed recipients of some classes again; never those who cannot be reached or have opted out',
  notImpersonated: true,
  params: idParams,
  body: z.object({ classes: z.array(z.string().max(40)).min(1).max(10), expected: z.number().int().min(1) }),
  response: z.object({ count: z.number().int() }),
  status: 202,
  errors: ['state_invalid', 'conflict', 'campaign_not_ready'],
})
