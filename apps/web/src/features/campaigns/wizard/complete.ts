import type { AudienceSource, CampaignAudience } from '@recado/contracts/campaigns/audience'
import {
  type CampaignContent,
  type CampaignVariant,
  replyTargets,
  type ValueSource,
} from '@recado/contracts/campaigns/content'
import type { CampaignSchedule } from '@recado/contracts/campaigns/schedule'

/** What is kept of a draft; all of it can be incomplete while it is written. */
export type Parts = {
  name: string
  audience: CampaignAudience
  content: CampaignContent
  schedule: CampaignSchedule
}

/** Whether a source says whom it means already. */
export const isComplete = (source: AudienceSource): boolean => {
  switch (source.kind) {
    case 'filter':
      return source.filter.children.length > 0 && !JSON.stringify(source.filter).includes('"field":""')
    case 'rows':
      return source.uploadId !== ''
    case 'campaign':
      return source.campaignId !== ''
    default:
      return source.ids.length > 0
  }
}

/** Whether it is known where a value comes from. */
export const isGiven = (value: ValueSource | undefined): value is ValueSource => {
  switch (value?.from) {
    case 'text':
      return value.text.trim() !== ''
    case 'field':
      return value.field !== '' && (value.missing.action === 'skip' || value.missing.text.trim() !== '')
    case 'column':
      return value.column !== '' && (value.missing.action === 'skip' || value.missing.text.trim() !== '')
    case 'file':
      return value.fileId !== ''
    default:
      return false
  }
}

const completeVariant = (variant: CampaignVariant): CampaignVariant => ({
  ...variant,
  values: Object.fromEntries(Object.entries(variant.values).filter(([, value]) => isGiven(value))),
})

/** The parts as the server takes them: without what is still to be filled in. */
export const complete = ({ name, audience, content, schedule }: Parts, stored: Parts): Parts => ({
  name: name.trim() === '' ? stored.name : name.trim(),
  audience: { ...audience, sources: audience.sources.filter(isComplete) },
  content: {
    ...content,
    variants: content.variants.map(completeVariant),
    replies: content.replies.filter((route) => route.optOut || replyTargets.some((target) => route[target] !== null)),
  },
  schedule:
    schedule.start.kind !== 'now' && schedule.start.at === ''
      ? { ...schedule, start: stored.schedule.start }
      : schedule,
})
