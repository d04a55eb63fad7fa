import {
  type ChannelType,
  type Condition,
  type ConditionGroup,
  type ConditionOperator,
  channelTypes,
  type StepMetadata,
  type StepTemplate,
  type StepType,
  type TimedRule,
  type TimeUnit,
} from '@recado/contracts/notifications/domain'
import type { StepPart, WorkflowDetail } from '../api.ts'

export const conditionSources = [
  'payload',
  'subscriber',
  'tenant',
  'isOnline',
  'isOnlineInLast',
  'previousStep',
  'webhook',
] as const satisfies readonly Condition['on'][]
type Source = (typeof conditionSources)[number]
export const messageStates = ['read', 'unread', 'seen', 'unseen'] as const

/** A condition with all that any kind of it may say. */
export type FormCondition = {
  on: Source
  field: string
  operator: ConditionOperator
  value: string
  webhookUrl: string
  timeOperator: 'minutes' | 'hours' | 'days'
  step: string
  stepType: (typeof messageStates)[number]
}
export type FormGroup = { value: 'AND' | 'OR'; isNegated: boolean; children: FormCondition[] }

type Amount = number | ''
export type FormMetadata = {
  type: NonNullable<StepMetadata['type']>
  amount: Amount
  unit: TimeUnit
  digestKey: string
  backoffAmount: Amount
  backoffUnit: TimeUnit
  delayPath: string
  workflow: string
  url: string
  timed: {
    atTime: string
    weekDays: NonNullable<TimedRule['weekDays']>
    monthDays: number[]
    monthlyType: 'each' | 'on'
    ordinal: NonNullable<TimedRule['ordinal']>
    ordinalValue: NonNullable<TimedRule['ordinalValue']>
    timezone: string | null
  }
}

type Button = { type: 'primary' | 'secondary' | 'clicked'; content: string }
type Block = Exclude<StepTemplate['content'], string>[number]

export type FormTemplate = {
  type: StepType
  content: string | Block[]
  contentType: 'editor' | 'customHtml'
  subject: string
  preheader: string
  senderName: string
  title: string
  feedId: string | null
  layoutId: string | null
  actor: { type: 'none' | 'user' | 'system_icon' | 'system_custom'; data: string }
  cta: { data: { url: string }; action: { buttons: Button[] } }
}

/** A step or a variant in the form. `stored` is what it was, with the parts that the form does not show. */
export type FormPart = {
  uuid: string
  name: string
  active: boolean
  shouldStopOnFail: boolean
  filters: FormGroup[]
  template: FormTemplate
  metadata: FormMetadata
  stored: Partial<StepPart>
}
export type FormStep = FormPart & { variants: FormPart[] }

export type FormValues = {
  name: string
  description: string
  groupId: string | null
  tags: string[]
  critical: boolean
  active: boolean
  preferenceSettings: Record<ChannelType, boolean>
  steps: FormStep[]
}

export const emptyCondition = (): FormCondition => ({
  on: 'payload',
  field: '',
  operator: 'EQUAL',
  value: '',
  webhookUrl: '',
  timeOperator: 'minutes',
  step: '',
  stepType: 'unread',
})

const metadataOf = (given: StepMetadata = {}, type?: StepType): FormMetadata => ({
  type: given.type ?? (given.backoff ? 'backoff' : 'regular'),
  amount: given.amount ?? (type === 'digest' || type === 'delay' ? 10 : ''),
  unit: given.unit ?? 'minutes',
  digestKey: given.digestKey ?? '',
  backoffAmount: given.backoffAmount ?? 5,
  backoffUnit: given.backoffUnit ?? 'minutes',
  delayPath: given.delayPath ?? '',
  workflow: given.workflow ?? '',
  url: given.url ?? '',
  timed: {
    atTime: given.timed?.atTime ?? '',
    weekDays: given.timed?.weekDays ?? [],
    monthDays: given.timed?.monthDays ?? [],
    monthlyType: given.timed?.monthlyType ?? 'each',
    ordinal: given.timed?.ordinal ?? '1',
    ordinalValue: given.timed?.ordinalValue ?? 'monday',
    timezone: given.timed?.timezone ?? null,
  },
})

const templateOf = (given: Partial<StepTemplate> & { type: StepType }): FormTemplate => ({
  type: given.type,
  content: given.content ?? (given.type === 'email' ? [{ type: 'text', content: '' }] : ''),
  contentType: given.contentType ?? (typeof given.content === 'string' ? 'customHtml' : 'editor'),
  subject: given.subject ?? '',
  preheader: given.preheader ?? '',
  senderName: given.senderName ?? '',
  title: given.title ?? '',
  feedId: given.feedId ?? null,
  layoutId: given.layoutId ?? null,
  actor: { type: given.actor?.type ?? 'none', data: given.actor?.data ?? '' },
  cta: {
    data: { url: given.cta?.data?.url ?? '' },
    action: { buttons: (given.cta?.action?.buttons ?? []).map(({ type, content }) => ({ type, content })) },
  },
})

const groupOf = ({ value, isNegated = false, children }: ConditionGroup): FormGroup => ({
  value,
  isNegated,
  children: children.map((child) => ({
    ...emptyCondition(),
    ...child,
    value: 'value' in child ? `${child.value}` : '',
  })),
})

const partOf = (part: StepPart): FormPart => ({
  uuid: part.uuid ?? crypto.randomUUID(),
  name: part.name ?? '',
  active: part.active,
  shouldStopOnFail: part.shouldStopOnFail,
  filters: part.filters.map(groupOf),
  template: templateOf(part.template),
  metadata: metadataOf(part.metadata),
  stored: part,
})

const emptyPart = (type: StepType): FormPart => ({
  uuid: crypto.randomUUID(),
  name: '',
  active: true,
  shouldStopOnFail: false,
  filters: [],
  template: templateOf({ type }),
  metadata: metadataOf({}, type),
  stored: {},
})

export const emptyStep = (type: StepType): FormStep => ({ ...emptyPart(type), variants: [] })

/** A variant says what its step says until it is changed. */
export const variantOf = ({ template }: FormPart): FormPart => ({
  ...emptyPart(template.type),
  template: structuredClone(template),
  filters: [{ value: 'AND', isNegated: false, children: [emptyCondition()] }],
})

const everyChannel = (on: boolean) =>
  Object.fromEntries(channelTypes.map((type) => [type, on])) as Record<ChannelType, boolean>

/** What the fields show for a workflow, or for a new one. */
export const valuesOf = (workflow: WorkflowDetail | null, groupId: string | null): FormValues => ({
  name: workflow?.name ?? '',
  description: workflow?.description ?? '',
  groupId: workflow?.group?.id ?? groupId,
  tags: workflow?.tags ?? [],
  critical: workflow?.critical ?? false,
  active: workflow?.active ?? false,
  preferenceSettings: workflow?.preferenceSettings ?? everyChannel(true),
  steps: workflow
    ? workflow.steps.map(({ variants = [], ...part }) => ({
        ...partOf(part),
        variants: variants.map(partOf),
      }))
    : [],
})
