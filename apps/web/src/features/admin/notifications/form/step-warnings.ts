import { type ChannelType, channelTypes } from '@recado/contracts/notifications/domain'
import { plainText } from '../step-summary.ts'
import type { FormPart, FormStep } from './values.ts'

/** Problems of a step that do not prevent saving it. */
export const stepWarnings = [
  'noText',
  'noSubject',
  'noProvider',
  'waitsForNothing',
  'noFilter',
  'strangeLink',
  'longTitle',
] as const
export type StepWarning = (typeof stepWarnings)[number]

const MOST_SUBJECT = 150

const channelOf = ({ template }: FormPart): ChannelType | undefined =>
  channelTypes.find((type) => type === template.type)

const isSilent = ({ template: { content } }: FormPart): boolean =>
  (typeof content === 'string' ? [content] : content.map((block) => block.content)).every((text) => !plainText(text))

/** A path of the product, a link that begins with a variable, or a full URL. */
const isLink = (url: string): boolean => url === '' || /^(\/|\{\{)/.test(url) || URL.parse(url)?.protocol === 'https:'

const ofPart = (part: FormPart): StepWarning[] => {
  if (!channelOf(part)) return []
  const { type, subject, title, cta } = part.template
  return [
    ...(isSilent(part) ? (['noText'] as const) : []),
    ...(type === 'email' && subject.trim() === '' ? (['noSubject'] as const) : []),
    ...(type === 'email' && subject.length > MOST_SUBJECT ? (['longTitle'] as const) : []),
    ...(type === 'push' && title.length > MOST_SUBJECT ? (['longTitle'] as const) : []),
    ...(type === 'in_app' && !isLink(cta.data.url.trim()) ? (['strangeLink'] as const) : []),
  ]
}

const waits = ({ template: { type } }: FormPart) => type === 'digest' || type === 'delay'

/** The warnings of a step; `missing` are the channels without a provider. */
export const warningsOf = (
  steps: readonly FormStep[],
  index: number,
  missing: readonly ChannelType[],
): StepWarning[] => {
  const step = steps[index]
  if (!step?.active) return []
  const channel = channelOf(step)
  const found: StepWarning[] = [
    ...ofPart(step),
    ...step.variants.filter(({ active }) => active).flatMap(ofPart),
    ...(channel && missing.includes(channel) ? (['noProvider'] as const) : []),
    ...(waits(step) && !steps.slice(index + 1).some((later) => later.active && !waits(later))
      ? (['waitsForNothing'] as const)
      : []),
    ...(step.variants.some(({ filters }) => filters.length === 0) ? (['noFilter'] as const) : []),
  ]
  return [...new Set(found)]
}
