import { asInstant, asObject, asText, type Loose } from './loose-json.ts'
import type { TemplateReference, WebhookEvent, WebhookPlace } from './webhook-types.ts'

const templateOf = (value: Loose): TemplateReference => ({
  templateId: asText(value.message_template_id),
  templateName: asText(value.message_template_name),
  templateLanguage: asText(value.message_template_language)?.replace('-', '_') ?? null,
})

const reasonOf = (value: Loose): string | null => {
  const reason = asText(asObject(value.rejection_info)?.reason) ?? asText(value.reason)
  return reason === 'NONE' ? null : reason
}

/** A template was approved, rejected, paused, … */
export const templateStatusChange = (value: Loose, place: WebhookPlace): WebhookEvent => {
  const status = asText(value.event)
  if (status === null) return { ...place, kind: 'unknown', raw: value }
  const other = asObject(value.other_info)
  return {
    ...place,
    ...templateOf(value),
    kind: 'templateStatus',
    status,
    category: asText(value.message_template_category),
    reason: reasonOf(value),
    recommendation: asText(asObject(value.rejection_info)?.recommendation),
    title: asText(other?.title),
    description: asText(other?.description),
    disableAt: asInstant(asObject(value.disable_info)?.disable_date),
    raw: value,
  }
}

export const templateQualityChange = (value: Loose, place: WebhookPlace): WebhookEvent => ({
  ...place,
  ...templateOf(value),
  kind: 'templateQuality',
  previous: asText(value.previous_quality_score),
  current: asText(value.new_quality_score),
})

export const templateComponentsChange = (value: Loose, place: WebhookPlace): WebhookEvent => ({
  ...place,
  ...templateOf(value),
  kind: 'templateComponents',
  raw: value,
})

/** In the warning of the day before, Meta's `new_category` is the present one and `correct_category` the coming one. */
export const templateCategoryChange = (value: Loose, place: WebhookPlace): WebhookEvent => {
  const correctCategory = asText(value.correct_category)
  return {
    ...place,
    ...templateOf(value),
    kind: 'templateCategory',
    stage: correctCategory === null ? 'changed' : 'warning',
    category: asText(value.new_category),
    previousCategory: asText(value.previous_category),
    correctCategory,
    changesAt: asInstant(value.category_update_timestamp),
  }
}
