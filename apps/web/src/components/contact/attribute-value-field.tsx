import { MultiSelect } from '@mantine/core'
import type { ContactAttribute } from '@recado/contracts/contacts/contact-attributes'
import type { ReactNode } from 'react'
import { useZone } from '#web/lib/i18n/use-zone.ts'
import { instantIn, wallText } from '#web/lib/i18n/wall-time.ts'
import { DayField } from '../form/day-field.tsx'
import { MomentField } from '../form/moment-field.tsx'
import { NumberInput } from '../form/number-input.tsx'
import { Select } from '../form/select.tsx'
import { Switch } from '../form/switch.tsx'
import { TagsInput } from '../form/tags-input.tsx'
import { TextInput } from '../form/text-input.tsx'

const inputTypes: Partial<Record<ContactAttribute['type'], string>> = { url: 'url', phone: 'tel', email: 'email' }

type Props = {
  attribute: Pick<ContactAttribute, 'type' | 'options'>
  label: string
  value: unknown
  onChange: (value: unknown) => void
  error?: ReactNode
  required?: boolean
  readOnly?: boolean
  /** Says why it cannot be changed, or what it takes. */
  description?: string | null
  onBlur?: () => void
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

const MomentValue = ({ label, value, onChange, error, readOnly, required, description }: Omit<Props, 'attribute'>) => {
  const zone = useZone()
  const shown = typeof value === 'string' && value !== '' ? wallText(Date.parse(value), zone) : ''
  const change = (text: string) => {
    const instant = instantIn(text, zone)
    onChange(instant === null ? null : new Date(instant).toISOString())
  }
  return (
    <MomentField
      {...{ label, error, description }}
      required={required ?? false}
      readOnly={readOnly ?? false}
      value={shown}
      onChange={change}
    />
  )
}

/** A value of one of the company's own fields, as its type is written. */
export const AttributeValueField = ({ attribute, ...props }: Props) => {
  const { label, value, onChange, error, required = false, readOnly = false, description = null, onBlur } = props
  const { type, options } = attribute
  const text = typeof value === 'string' ? value : ''
  const shared = { label, error, required, readOnly, description, ...(onBlur && { onBlur }) }
  // What is hidden from the reader is dots, whatever its type.
  if (text.includes('•')) return <TextInput {...shared} value={text} readOnly />
  if (type === 'boolean')
    return (
      <Switch
        label={label}
        description={description}
        checked={value === true}
        disabled={readOnly}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  if (type === 'select') return <Select {...shared} clearable data={options} value={text || null} onChange={onChange} />
  if (type === 'multi_select')
    return <MultiSelect {...shared} data={options} value={textsOf(value)} onChange={onChange} />
  if (type === 'text_list')
    return <TagsInput {...shared} acceptValueOnBlur value={textsOf(value)} onChange={onChange} />
  if (type === 'date') return <DayField {...shared} value={text} onChange={onChange} />
  if (type === 'datetime') return <MomentValue {...props} />
  if (type === 'number' || type === 'money')
    return (
      <NumberInput
        {...shared}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      />
    )
  return (
    <TextInput
      {...shared}
      type={inputTypes[type] ?? 'text'}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
