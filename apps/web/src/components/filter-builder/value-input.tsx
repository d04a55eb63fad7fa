import { CloseButton, Group, MultiSelect, NumberInput, Select, TagsInput, Text, TextInput } from '@mantine/core'
import type { ContactField } from '@recado/contracts/contacts/contact-fields'
import { type ReactNode, useState } from 'react'
import { DayField } from '../form/day-field.tsx'
import { dateWords } from './explain.ts'
import { type FilterWords, optionsOf, valueName } from './field-words.ts'
import classes from './filter-builder.module.css'
import { type Asked, daysFromToday, type Scalar, shapeOf } from './verbs.ts'

type Props = {
  field: ContactField
  asked: Asked
  words: FilterWords
  label: string
  error: string | undefined
  onChange: (values: Scalar[]) => void
}

const longestSpan = 3650
const mostShown = 100

/** Reads what was chosen or typed as a value of the field. */
const typedAs = (field: ContactField, text: string): Scalar => {
  if (field.type === 'boolean') return text === 'true'
  return field.type === 'number' && text.trim() !== '' && !Number.isNaN(Number(text)) ? Number(text) : text
}

/** What is chosen stands among the choices, also when it is gone. */
const withChosen = (props: Props, options: readonly { value: string; label: string }[]) => {
  const { field, asked, words } = props
  const gone = asked.values
    .map(String)
    .filter((value) => value !== '' && !options.some((option) => option.value === value))
  return [
    ...options,
    ...gone.map((value) => ({
      value,
      label: valueName(field, value, words) ?? (field.references ? words.t('filters:gone') : value),
    })),
  ]
}

const Several = (props: Props) => {
  const { field, asked, words, label, error, onChange } = props
  const known = optionsOf(field, words)
  const shared = {
    'aria-label': label,
    error,
    value: asked.values.map(String).filter(Boolean),
    onChange: (next: string[]) => onChange(next.map((one) => typedAs(field, one))),
    hidePickedOptions: true,
    limit: mostShown,
    className: classes.wide ?? '',
    classNames: { inputField: classes.typed ?? '' },
  }
  const isEmpty = shared.value.length === 0
  if (known && !known.free)
    return (
      <MultiSelect
        {...shared}
        searchable
        data={withChosen(props, known.options)}
        nothingFoundMessage={words.t('common:nothingFound')}
        {...(isEmpty ? { placeholder: words.t('filters:choose') } : {})}
      />
    )
  return (
    <TagsInput
      {...shared}
      data={(known?.options ?? []).map(({ value }) => value)}
      acceptValueOnBlur
      {...(isEmpty ? { placeholder: words.t('filters:typeAndEnter') } : {})}
    />
  )
}

type OneProps = Omit<Props, 'asked' | 'onChange'> & { value: Scalar; onChange: (value: Scalar) => void }

const One = ({ field, value, words, label, error, onChange }: OneProps) => {
  const known = optionsOf(field, words)
  const text = String(value)
  const shared = { 'aria-label': label, error, className: classes.one ?? '' }
  if (known)
    return (
      <Select
        {...shared}
        allowDeselect={false}
        data={known.options}
        value={text}
        onChange={(next) => next !== null && onChange(typedAs(field, next))}
      />
    )
  if (field.type === 'number')
    return (
      <NumberInput
        {...shared}
        className={classes.number ?? ''}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : '')}
      />
    )
  const isDate = field.type === 'date' || field.type === 'instant'
  if (isDate && (text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text)))
    return (
      <div className={classes.one}>
        <DayField aria-label={label} error={error} value={text} onChange={onChange} />
      </div>
    )
  // What a day or an instant is relative to came by the API: it is said in words, and a day can take its place.
  if (isDate)
    return (
      <TextInput
        {...shared}
        readOnly
        value={dateWords(text, words)}
        rightSection={<CloseButton size="sm" aria-label={words.t('filters:chooseDay')} onClick={() => onChange('')} />}
      />
    )
  return (
    <TextInput
      {...shared}
      className={classes.wide ?? ''}
      {...(field.name === 'phone' ? { type: 'tel' } : {})}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type DaysProps = {
  label: string
  error?: string | undefined
  value: number
  most: number
  onChange: (days: number) => void
}

/** A number of days; while it is empty, the last one holds. */
export const DaysInput = ({ label, error, value, most, onChange }: DaysProps) => {
  const [typed, setTyped] = useState<number | string>(value)
  const shown = typed === '' ? '' : value
  return (
    <NumberInput
      aria-label={label}
      error={error}
      className={classes.days ?? ''}
      min={1}
      max={most}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      value={shown}
      onChange={(next) => {
        setTyped(next)
        if (typeof next === 'number' && next >= 1) onChange(next)
      }}
      onBlur={() => setTyped(value)}
    />
  )
}

/** Words beside an input, such as the unit of a number. */
export const Beside = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed" className={classes.beside ?? ''}>
    {children}
  </Text>
)

/** The input for what a verb asks of a field. */
export const ValueInput = (props: Props) => {
  const { field, asked, words, label, error, onChange } = props
  const { t } = words
  const { values } = asked
  switch (shapeOf(asked.verb)) {
    case 'none':
      return null
    case 'values':
      return <Several {...props} />
    case 'days': {
      const days = typeof values[0] === 'number' ? values[0] : (daysFromToday(values[0]) ?? 1)
      return (
        <Group gap="xs" wrap="nowrap">
          <DaysInput
            label={label}
            error={error}
            value={days}
            most={longestSpan}
            onChange={(next) => onChange([next])}
          />
          <Beside>{t('filters:days', { count: days })}</Beside>
        </Group>
      )
    }
    case 'span': {
      const [from = '', to = ''] = values
      const shared = { field, words, error }
      return (
        <Group gap="xs" className={classes.span ?? ''}>
          <One
            {...shared}
            label={`${label}: ${t('filters:fromLabel')}`}
            value={from}
            onChange={(next) => onChange([next, to])}
          />
          <Beside>{t('filters:and')}</Beside>
          <One
            {...shared}
            label={`${label}: ${t('filters:toLabel')}`}
            value={to}
            onChange={(next) => onChange([from, next])}
          />
        </Group>
      )
    }
    case 'value':
      return <One {...props} value={values[0] ?? ''} onChange={(next) => onChange([next])} />
  }
}
