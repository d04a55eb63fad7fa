import { asInstant, asNumber, asObject, asObjects, asText, type Loose } from './loose-json.ts'
import type { WebhookEvent, WebhookPlace } from './webhook-types.ts'

export const phoneQualityChange = (value: Loose, place: WebhookPlace): WebhookEvent => ({
  ...place,
  kind: 'phoneQuality',
  event: asText(value.event),
  oldLimit: asText(value.old_limit),
  currentLimit: asText(value.current_limit),
  maxDailyConversations: asText(value.max_daily_conversations_per_business),
})

export const phoneNameChange = (value: Loose, place: WebhookPlace): WebhookEvent => ({
  ...place,
  kind: 'phoneName',
  decision: asText(value.decision),
  requestedName: asText(value.requested_verified_name),
  rejectionReason: asText(value.rejection_reason),
})

/** For partner events the entry may carry the partner's own business id: the account is then in `waba_info`. */
export const accountUpdateChange = (value: Loose, place: WebhookPlace): WebhookEvent => {
  const ban = asObject(value.ban_info)
  return {
    ...place,
    wabaId: asText(asObject(value.waba_info)?.waba_id) ?? place.wabaId,
    kind: 'accountUpdate',
    event: asText(value.event),
    restrictions: asObjects(value.restriction_info).map((restriction) => ({
      type: asText(restriction.restriction_type),
      expiresAt: asInstant(restriction.expiration),
      remediation: asText(restriction.remediation),
    })),
    violationType: asText(asObject(value.violation_info)?.violation_type),
    banState: asText(ban?.waba_ban_state),
    banDate: asText(ban?.waba_ban_date),
    disconnectReason: asText(asObject(value.disconnection_info)?.reason),
    raw: value,
  }
}

/** Newer alerts are nested in `alert_info`, older ones flat. */
export const accountAlertChange = (value: Loose, place: WebhookPlace): WebhookEvent => {
  const alert = asObject(value.alert_info) ?? value
  return {
    ...place,
    kind: 'accountAlert',
    severity: asText(alert.alert_severity),
    status: asText(alert.alert_status),
    type: asText(alert.alert_type),
    description: asText(alert.alert_description),
    entityType: asText(value.entity_type),
    entityId: asText(value.entity_id),
  }
}

export const accountReviewChange = (value: Loose, place: WebhookPlace): WebhookEvent => ({
  ...place,
  kind: 'accountReview',
  decision: asText(value.decision),
})

export const businessCapabilityChange = (value: Loose, place: WebhookPlace): WebhookEvent => ({
  ...place,
  kind: 'businessCapability',
  messagingLimit: asText(value.max_daily_conversations_per_business) ?? asText(value.max_daily_conversation_per_phone),
  maxNumbersPerBusiness: asNumber(value.max_phone_numbers_per_business),
  maxNumbersPerAccount: asNumber(value.max_phone_numbers_per_waba),
})

export const securityChange = (value: Loose, place: WebhookPlace): WebhookEvent => ({
  ...place,
  kind: 'security',
  event: asText(value.event),
  requester: asText(value.requester),
})
