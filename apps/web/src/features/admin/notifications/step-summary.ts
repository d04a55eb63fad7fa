import type { Condition, ConditionGroup, StepMetadata } from '@recado/contracts/notifications/domain'
import type { TFunction } from 'i18next'
import type { StepPart } from './api.ts'

type Translate = TFunction<'admin/notifications'>
/** Words in their language, and how other things are called. */
export type StepTexts = {
  t: Translate
  language: string
  /** Name of the step with a uuid. */
  stepName: (uuid: string) => string
  /** Name of the workflow with an identifier. */
  workflowName: (identifier: string) => string
}

const longest = 120

/** A template without its branches, so that it reads as a sentence. */
const withoutBlocks = (text: string): string =>
  text.replaceAll(/\{\{\s*else\b[^}]*\}\}/g, ' / ').replaceAll(/\{\{[#/^][^}]*\}\}/g, '')

/** What a person reads of HTML. */
export const plainText = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

const excerpt = (text: string): string => {
  const plain = plainText(withoutBlocks(text))
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain
}

const weekDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** A day of the week, e.g. `monday`, in a language. */
export const weekDayName = (name: string, language: string): string => {
  const date = new Date(Date.UTC(2024, 0, 1 + weekDays.indexOf(name)))
  return new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' }).format(date)
}

const listOf = (items: string[], language: string, type: 'conjunction' | 'disjunction' = 'conjunction') =>
  new Intl.ListFormat(language, { type }).format(items)

const spanOf = (t: Translate, amount: number | undefined, unit: string | undefined): string =>
  t(`span.${unit ?? 'minutes'}`, { count: amount ?? 0 })

const ordinalText = (t: Translate, language: string, { ordinal, ordinalValue }: NonNullable<StepMetadata['timed']>) => {
  if (!ordinal || !ordinalValue) return ''
  const value = weekDays.includes(ordinalValue)
    ? weekDayName(ordinalValue, language)
    : t(`ordinalValue.${ordinalValue}`)
  return t('timed.on', { ordinal: t(`ordinal.${ordinal}`), value })
}

const timedDays = (metadata: StepMetadata, { t, language }: StepTexts): string => {
  const { unit, timed = {} } = metadata
  if (unit === 'weeks' && timed.weekDays?.length) {
    return t('timed.weekDays', {
      days: listOf(
        timed.weekDays.map((name) => weekDayName(name, language)),
        language,
      ),
    })
  }
  if (unit !== 'months') return ''
  if (timed.monthlyType === 'on') return ordinalText(t, language, timed)
  return timed.monthDays?.length ? t('timed.monthDays', { days: listOf(timed.monthDays.map(String), language) }) : ''
}

const timedText = (metadata: StepMetadata, texts: StepTexts): string => {
  const { t } = texts
  const { amount, unit, timed } = metadata
  const parts = [
    t('summary.digestTimed', { every: t(`every.${unit ?? 'days'}`, { count: amount ?? 1 }) }),
    timedDays(metadata, texts),
    timed?.atTime ? t('timed.at', { time: timed.atTime }) : '',
    timed?.timezone ? `(${timed.timezone.replaceAll('_', ' ')})` : '',
  ]
  return parts.filter(Boolean).join(' ')
}

const digestText = (metadata: StepMetadata, texts: StepTexts): string => {
  const { t } = texts
  const { type, amount, unit, backoff, backoffAmount, backoffUnit, digestKey } = metadata
  const base = () => {
    if (type === 'timed') return timedText(metadata, texts)
    const time = spanOf(t, amount, unit)
    if (type !== 'backoff' && !backoff) return t('summary.digest', { time })
    return t('summary.digestBackoff', { time, within: spanOf(t, backoffAmount, backoffUnit) })
  }
  return digestKey ? t('summary.perKey', { text: base(), key: digestKey }) : base()
}

const contentText = ({ template }: StepPart, { t }: StepTexts): string => {
  const content =
    typeof template.content === 'string' ? template.content : template.content.map((b) => b.content).join(' ')
  const text = excerpt(template.type === 'email' ? (template.subject ?? '') : template.title || content)
  return text === '' ? t('summary.nothing') : t('summary.says', { text })
}

/** What a step does, in one line. */
export const stepSummary = (part: StepPart, texts: StepTexts): string => {
  const { t, workflowName } = texts
  const { template, metadata = {} } = part
  switch (template.type) {
    case 'delay':
      if (metadata.type === 'scheduled')
        return t('summary.delayUntil', { path: `payload.${metadata.delayPath ?? '…'}` })
      return t('summary.delay', { time: spanOf(t, metadata.amount, metadata.unit) })
    case 'digest':
      return digestText(metadata, texts)
    case 'trigger':
      return t('summary.trigger', { name: workflowName(metadata.workflow ?? '…') })
    case 'custom':
      return t('summary.custom', { url: metadata.url ?? '…' })
    default:
      return contentText(part, texts)
  }
}

const conditionText = (condition: Condition, { t, stepName }: StepTexts): string => {
  switch (condition.on) {
    case 'isOnline':
      return t(condition.value ? 'condition.online' : 'condition.offline')
    case 'isOnlineInLast':
      return t('condition.onlineInLast', { time: t(`span.${condition.timeOperator}`, { count: condition.value }) })
    case 'previousStep':
      return t(`condition.${condition.stepType}`, { step: stepName(condition.step) })
    default: {
      const from = condition.on === 'webhook' ? t('condition.answerOf', { url: condition.webhookUrl }) : condition.on
      return t(`operator.${condition.operator}`, { field: `${from}.${condition.field}`, value: condition.value })
    }
  }
}

const groupText = (group: ConditionGroup, texts: StepTexts): string => {
  const parts = group.children.map((child) => conditionText(child, texts))
  const text = listOf(parts, texts.language, group.value === 'OR' ? 'disjunction' : 'conjunction')
  return group.isNegated ? texts.t('condition.not', { text }) : text
}

/** When a step is done, in words; null when always. */
export const conditionsText = (groups: readonly ConditionGroup[], texts: StepTexts): string | null => {
  if (groups.length === 0 || groups.some(({ children }) => children.length === 0)) return null
  const [first] = groups
  if (groups.length === 1 && first?.isNegated) {
    return texts.t('condition.unless', { text: groupText({ ...first, isNegated: false }, texts) })
  }
  const parts = groups.map((group) => groupText(group, texts))
  return texts.t('condition.only', { text: parts.join(` ${texts.t('condition.or')} `) })
}
