import { ActionIcon, Group, type OptionsFilter, Select } from '@mantine/core'
import { type ContactField, fieldGroups, findField, messageDays } from '@recado/contracts/contacts/contact-fields'
import type { FilterCondition } from '@recado/contracts/shared/filter'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { type FilterWords, fieldLabel } from './field-words.ts'
import classes from './filter-builder.module.css'
import { Beside, DaysInput, ValueInput } from './value-input.tsx'
import { askedOf, conditionOf, firstCondition, type Verb, verbsOf, withVerb } from './verbs.ts'

type Props = {
  condition: FilterCondition
  /** Its number among all conditions, from 1. */
  number: number
  words: FilterWords
  /** What is wrong with its field, its operator and its value. */
  problems: { field?: string | undefined; value?: string | undefined }
  /** It was added just now, so that its field is to be chosen next. */
  focused: boolean
  /** It has the focus when its window opens. */
  first: boolean
  onChange: (condition: FilterCondition) => void
  onRemove: () => void
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Fields whose names have the typed text, those that begin with it first. */
const found: OptionsFilter = ({ options, search }) => {
  const typed = folded(search.trim())
  const place = (label: string) => folded(label).indexOf(typed)
  return options
    .flatMap((option) => {
      if (!('group' in option)) return []
      const items = option.items
        .filter(({ label }) => place(label) >= 0)
        .toSorted((a, b) => Math.sign(place(a.label)) - Math.sign(place(b.label)))
      return items.length > 0 ? [{ ...option, items }] : []
    })
    .toSorted((a, b) => Math.sign(place(a.items[0]?.label ?? '')) - Math.sign(place(b.items[0]?.label ?? '')))
}

const groupedFields = (words: FilterWords) =>
  fieldGroups
    .map((group) => ({
      group: words.t(`filters:group.${group}`),
      items: words.fields
        .filter((field) => field.group === group)
        .map((field) => ({ value: field.name, label: fieldLabel(field, words) })),
    }))
    .filter(({ items }) => items.length > 0)

type PartProps = Pick<Props, 'condition' | 'number' | 'words' | 'problems' | 'onChange'> & {
  field: ContactField
  days: number | undefined
}

const Asks = ({ condition, number, words, problems, onChange, field, days }: PartProps) => {
  const { t } = words
  const asked = askedOf(condition, field)
  const offered = verbsOf(field)
  const verbs = offered.includes(asked.verb) ? offered : [...offered, asked.verb]
  return (
    <>
      <Select
        className={classes.verb ?? ''}
        aria-label={t('filters:operatorLabel', { number })}
        allowDeselect={false}
        data={verbs.map((verb) => ({ value: verb, label: t(`filters:verb.${verb}`) }))}
        value={asked.verb}
        onChange={(next) => {
          const verb: Verb | undefined = verbs.find((one) => one === next)
          if (verb) onChange(conditionOf(condition.field, withVerb(asked, verb)))
        }}
      />
      <div className={classes.value}>
        <ValueInput
          key={asked.verb}
          {...{ field, asked, words }}
          label={t('filters:valueLabel', { number })}
          error={problems.value}
          onChange={(values) => onChange(conditionOf(condition.field, { ...asked, values }))}
        />
        {days === undefined ? null : (
          <Group gap="xs" wrap="nowrap">
            <Beside>{t('filters:inTheLast')}</Beside>
            <DaysInput
              label={t('filters:daysLabel')}
              value={days}
              most={messageDays}
              onChange={(next) => onChange({ ...condition, field: `${field.name}.${next}` })}
            />
            <Beside>{t('filters:days', { count: days })}</Beside>
          </Group>
        )}
      </div>
    </>
  )
}

/** One condition: a field, what is asked of it, and the value. */
export const ConditionRow = ({ condition, number, words, problems, focused, first, onChange, onRemove }: Props) => {
  const { t, fields } = words
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])
  const chosen = findField(fields, condition.field)
  const choose = (name: string | null) => {
    const field = fields.find((one) => one.name === name)
    if (field && field !== chosen?.field) onChange(firstCondition(field))
  }
  return (
    <div className={classes.condition}>
      <Select
        ref={input}
        className={classes.field ?? ''}
        aria-label={t('filters:fieldLabel', { number })}
        placeholder={t('filters:chooseField')}
        searchable
        data-autofocus={first || undefined}
        selectFirstOptionOnChange
        allowDeselect={false}
        maxDropdownHeight={320}
        data={groupedFields(words)}
        filter={found}
        value={chosen?.field.name ?? null}
        error={problems.field && (condition.field === '' ? t('filters:chooseField') : problems.field)}
        nothingFoundMessage={t('common:nothingFound')}
        onChange={choose}
      />
      {chosen ? (
        <Asks {...{ condition, number, words, problems, onChange }} field={chosen.field} days={chosen.days} />
      ) : (
        <span className={classes.blank} />
      )}
      <ActionIcon
        className={classes.remove ?? ''}
        size="lg"
        variant="subtle"
        color="gray"
        aria-label={t('filters:removeCondition', { number })}
        onClick={onRemove}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </div>
  )
}
