import { type ContactField, findField } from '@recado/contracts/contacts/contact-fields'
import { parseDateValue } from '@recado/contracts/shared/date-value'
import { conditionsOf, type FilterCondition, type FilterGroup, isFilterGroup } from '@recado/contracts/shared/filter'
import { dateTime, day } from '#web/lib/i18n/dates.ts'
import { type FilterWords, fieldLabel, hasOwnWords, valueName } from './field-words.ts'
import { type Asked, askedOf, daysFromToday, type Scalar, shapeOf, type Verb } from './verbs.ts'

/** Within a sentence: a name begins with a small letter, and an abbreviation stays as it is. */
const inSentence = (text: string): string =>
  /^\p{Lu}(?:\p{Ll}|-|$)/u.test(text) ? text.charAt(0).toLocaleLowerCase() + text.slice(1) : text

/** A day or an instant, also one that is relative to now, as the reader reads it. */
export const dateWords = (value: string, { t, language }: FilterWords): string => {
  const days = daysFromToday(value)
  if (days === 0) return t('filters:say.relative.today')
  if (days !== null) return t(`filters:say.relative.${days < 0 ? 'ago' : 'ahead'}`, { count: Math.abs(days) })
  const parsed = parseDateValue(value)
  if (parsed?.kind === 'day') return day(`${value}T12:00:00Z`, language, 'UTC')
  return parsed?.kind === 'instant' ? dateTime(parsed.at, language) : value
}

const hidden = '•••'

const valueWords = (field: ContactField, value: Scalar, words: FilterWords): string => {
  const { t, language } = words
  if (value === hidden) return hidden
  const name = valueName(field, value, words)
  if (name !== undefined) return hasOwnWords(field) ? inSentence(name) : name
  if (field.references) return t('filters:say.gone')
  if (typeof value === 'number') return new Intl.NumberFormat(language).format(value)
  if (field.type === 'date' || field.type === 'instant') return dateWords(String(value), words)
  return field.type === 'text' ? t('filters:say.quoted', { value }) : String(value)
}

/** Several values are alternatives to each other, unless all of them are asked for. */
const allWords = (field: ContactField, { verb, values }: Asked, words: FilterWords): string =>
  new Intl.ListFormat(words.language, { type: verb === 'includesAll' ? 'conjunction' : 'disjunction' }).format(
    values.map((value) => valueWords(field, value, words)),
  )

const isNone = (verb: Verb, value: Scalar | undefined): boolean =>
  verb === 'didNot' || (value === 0 && (verb === 'is' || verb === 'atMost')) || (value === 1 && verb === 'less')
const isSome = (verb: Verb, value: Scalar | undefined): boolean =>
  verb === 'did' || (value === 0 && verb === 'more') || (value === 1 && verb === 'atLeast')

/** Messages of some days: that there are some or none, or how many. */
const eventWords = (
  event: string,
  { verb, values }: Asked,
  count: number,
  { t, amount }: Pick<FilterWords, 't'> & { amount: string },
): [string, { count: number; amount?: string; things?: string }] => {
  const [first] = values
  const key = `filters:say.event.${event}`
  if (isNone(verb, first)) return [`${key}.none`, { count }]
  if (isSome(verb, first)) return [`${key}.some`, { count }]
  const things = t(`filters:say.things.${event === 'clicked' ? 'button' : 'message'}`, { count: Number(values.at(-1)) })
  return [`${key}.times`, { count, amount, things }]
}

const runGroups: readonly string[] = ['event', 'chat', 'time', 'variables'] satisfies ContactField['group'][]
/** Whether it is no field of a contact but of what happened, or of the run of an automation. */
const isOfRun = ({ group }: ContactField): boolean => runGroups.includes(group)

const conditionWords = (condition: FilterCondition, words: FilterWords): string => {
  const { t } = words
  const found = findField(words.fields, condition.field)
  if (!found) return t('filters:say.any.is', { field: t('filters:say.someField'), value: hidden })
  const { field, days = 0 } = found
  const asked = askedOf(condition, field)
  const { verb, values } = asked
  const at = (place: number) => valueWords(field, values[place] ?? '', words)
  const shown = { value: allWords(field, asked, words), from: at(0), to: at(1) }
  if (field.windowed)
    return t(
      ...eventWords(field.name.replace('messages.', ''), asked, days, {
        t,
        amount: t(`filters:say.amount.${verb}`, shown),
      }),
    )
  if (field.name === 'window_open' || field.name === 'blocked')
    return t(`filters:say.${field.name}.is.${String((values[0] === true) === (verb === 'is'))}`)
  const label = fieldLabel(field, words)
  const count = shapeOf(verb) === 'days' ? Number(values[0]) : values.length
  const group = isOfRun(field) ? 'run' : field.group
  return t([`filters:say.${field.name}.${verb}`, `filters:say.${group}.${verb}`, `filters:say.any.${verb}`], {
    ...shown,
    count,
    field: field.label ? label : inSentence(label),
  })
}

const groupWords = (group: FilterGroup, words: FilterWords): string => {
  const parts = group.children.map((node) => {
    if (!isFilterGroup(node)) return conditionWords(node, words)
    const conditions = groupWords(node, words)
    return node.children.length > 1 ? words.t('filters:say.group', { conditions }) : conditions
  })
  const type = group.value === 'AND' ? 'conjunction' : 'disjunction'
  return new Intl.ListFormat(words.language, { type }).format(parts)
}

/**
 * A tree as a sentence: "Contacts with tag vip and who wrote in the last 30 days". Where nothing is asked of contacts, only
 * the conditions: "Message text contains “price”".
 */
export const explainFilter = (tree: FilterGroup, words: FilterWords): string => {
  if (tree.children.length === 0) return words.t('filters:say.everyone')
  const conditions = groupWords(tree, words)
  const asksContact = conditionsOf(tree).some(({ field }) => {
    const found = findField(words.fields, field)
    return !found || !isOfRun(found.field)
  })
  if (asksContact) return words.t('filters:say.contacts', { conditions })
  return conditions.charAt(0).toLocaleUpperCase(words.language) + conditions.slice(1)
}
