import type { Condition, StepMetadata, StepTemplate } from '@recado/contracts/notifications/domain'
import type { StepPart, WorkflowBody } from '../api.ts'
import type { FormCondition, FormGroup, FormMetadata, FormPart, FormTemplate, FormValues } from './values.ts'

const conditionBody = (condition: FormCondition): Condition => {
  const { on, field, operator, value, webhookUrl, timeOperator, step, stepType } = condition
  switch (on) {
    case 'isOnline':
      return { on, value: value !== 'false' }
    case 'isOnlineInLast':
      return { on, value: Number(value), timeOperator }
    case 'previousStep':
      return { on, step, stepType }
    case 'webhook':
      return { on, webhookUrl, field, operator, value }
    default:
      return { on, field, operator, value }
  }
}

const groupBody = ({ value, isNegated, children }: FormGroup) => ({
  value,
  ...(isNegated ? { isNegated } : {}),
  children: children.map(conditionBody),
})

const filled = <T extends Record<string, string>>(texts: T): Partial<T> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== '')) as Partial<T>

const inAppBody = ({ content, feedId, actor, cta }: FormTemplate, stored: Partial<StepTemplate>) => ({
  content,
  ...(feedId ? { feedId } : {}),
  actor: { type: actor.type, ...(actor.data ? { data: actor.data } : {}) },
  cta: {
    ...stored.cta,
    type: 'redirect' as const,
    data: { url: cta.data.url },
    action: {
      ...stored.cta?.action,
      buttons: cta.action.buttons.map((button, index) => ({ ...stored.cta?.action?.buttons?.[index], ...button })),
    },
  },
})

const emailBody = ({ content, contentType, subject, preheader, senderName, layoutId }: FormTemplate) => ({
  content,
  contentType,
  subject,
  ...filled({ preheader, senderName }),
  ...(layoutId ? { layoutId } : {}),
})

const templateBody = (template: FormTemplate, stored: Partial<StepTemplate> = {}): StepTemplate => {
  const { type, content, title } = template
  const kept = {
    type,
    ...(stored._id ? { _id: stored._id } : {}),
    ...(stored.name ? { name: stored.name } : {}),
    ...(stored.variables ? { variables: stored.variables } : {}),
  }
  if (type === 'in_app') return { ...kept, ...inAppBody(template, stored) }
  if (type === 'email') return { ...kept, ...emailBody(template) }
  if (type === 'push') return { ...kept, content, ...filled({ title }) }
  return { ...kept, content }
}

const amountOf = (amount: number | '') => (amount === '' ? {} : { amount })

const timedBody = ({ unit, timed }: FormMetadata): NonNullable<StepMetadata['timed']> => ({
  ...filled({ atTime: timed.atTime, timezone: timed.timezone ?? '' }),
  ...(unit === 'weeks' ? { weekDays: timed.weekDays } : {}),
  ...(unit === 'months' && timed.monthlyType === 'each' ? { monthlyType: 'each', monthDays: timed.monthDays } : {}),
  ...(unit === 'months' && timed.monthlyType === 'on'
    ? { monthlyType: 'on', ordinal: timed.ordinal, ordinalValue: timed.ordinalValue }
    : {}),
})

const digestBody = (metadata: FormMetadata): StepMetadata => {
  const { type, amount, unit, digestKey, backoffAmount, backoffUnit } = metadata
  return {
    type,
    ...amountOf(amount),
    unit,
    ...filled({ digestKey }),
    ...(type === 'timed' ? { timed: timedBody(metadata) } : {}),
    ...(type === 'backoff' ? { ...(backoffAmount && { backoffAmount }), backoffUnit } : {}),
  }
}

const metadataBody = ({ template, metadata }: FormPart): StepMetadata | null => {
  switch (template.type) {
    case 'digest':
      return digestBody(metadata)
    case 'delay':
      if (metadata.type === 'scheduled') return { type: 'scheduled', delayPath: metadata.delayPath }
      return { type: 'regular', ...amountOf(metadata.amount), unit: metadata.unit }
    case 'trigger':
      return { workflow: metadata.workflow }
    case 'custom':
      return { url: metadata.url }
    default:
      return null
  }
}

/** A step or variant as it is sent. */
export const partBody = (part: FormPart): StepPart => {
  const { uuid, name, active, shouldStopOnFail, filters, template, stored } = part
  const metadata = metadataBody(part)
  return {
    ...(stored._id ? { _id: stored._id } : {}),
    uuid,
    ...filled({ name }),
    active,
    shouldStopOnFail,
    filters: filters.map(groupBody),
    template: templateBody(template, stored.template),
    ...(metadata ? { metadata } : {}),
    ...(stored.replyCallback ? { replyCallback: stored.replyCallback } : {}),
  }
}

/** What is sent of the form. */
export const bodyOf = ({ steps, description, groupId, ...rest }: FormValues): WorkflowBody => ({
  ...rest,
  description: description.trim() === '' ? null : description,
  groupId: groupId ?? '',
  steps: steps.map(({ variants, ...part }) => ({
    ...partBody(part),
    ...(variants.length > 0 ? { variants: variants.map(partBody) } : {}),
  })),
})

type Problem = 'required' | 'invalid'

const settingProblems = ({ template: { type }, metadata }: FormPart): Record<string, Problem> => {
  const { amount, backoffAmount, unit, delayPath, workflow, url } = metadata
  const scheduled = type === 'delay' && metadata.type === 'scheduled'
  return {
    ...(type === 'digest' || (type === 'delay' && !scheduled) ? amount === '' && { amount: 'required' } : {}),
    ...(type === 'digest' && metadata.type === 'backoff' && backoffAmount === '' && { backoffAmount: 'required' }),
    ...(type === 'digest' && metadata.type === 'timed' && unit === 'seconds' && { unit: 'invalid' }),
    ...(scheduled && !delayPath.trim() && { delayPath: 'required' }),
    ...(scheduled && delayPath.includes('.') && { delayPath: 'invalid' }),
    ...(type === 'trigger' && !workflow && { workflow: 'required' }),
    ...(type === 'custom' &&
      !/^https?:$/.test(URL.parse(url)?.protocol ?? '') && { url: url ? 'invalid' : 'required' }),
  } as Record<string, Problem>
}

/** What the settings of the steps lack; which settings a kind of step needs is no part of the schema. */
export const settingErrors = (values: FormValues, text: (problem: Problem) => string): Record<string, string> =>
  Object.fromEntries(
    values.steps.flatMap((step, index) =>
      Object.entries(settingProblems(step)).map(([key, problem]) => [`steps.${index}.metadata.${key}`, text(problem)]),
    ),
  )
