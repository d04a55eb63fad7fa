import { MultiSelect, Select, Switch, TagsInput, TextInput } from '@mantine/core'
import type { ContactAttribute } from '@recado/contracts/contacts/contact-attributes'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayField } from '#web/components/form/day-field.tsx'
import { MomentField } from '#web/components/form/moment-field.tsx'
import { useZone } from '#web/lib/i18n/use-zone.ts'
import { instantIn, wallText } from '#web/lib/i18n/wall-time.ts'
import { useCan } from '#web/lib/session/session.ts'
import { contactAttributesQuery } from '#web/queries/contact-attributes.ts'
import { type ContactPatch, useInline } from './contact-patch.ts'
import { isWritten } from './contact-values.ts'

const inputTypes: Partial<Record<ContactAttribute['type'], string>> = {
  number: 'number',
  money: 'number',
  url: 'url',
  phone: 'tel',
  email: 'email',
}

const numeric: ReadonlySet<string> = new Set(['number', 'money'])

/** What a field shows of a stored value; instants as the clock of a time zone does. */
const shownOf = (type: ContactAttribute['type'], value: unknown, zone: string): string => {
  if (value === null || value === undefined) return ''
  const text = String(value)
  return type === 'datetime' ? wallText(Date.parse(text), zone) : text
}

const storedOf = (type: ContactAttribute['type'], text: string | null, zone: string): unknown => {
  if (text === null) return null
  if (numeric.has(type)) return Number(text)
  if (type !== 'datetime') return text
  const instant = instantIn(text, zone)
  return instant === null ? null : new Date(instant).toISOString()
}

type FieldProps = {
  attribute: ContactAttribute
  value: unknown
  readOnly: boolean
  contact: ContactCard
  patch: ContactPatch
}

const TextField = ({ attribute, value, readOnly, label, contact, patch }: FieldProps & { label: string }) => {
  const { t } = useTranslation(['contacts/contact', 'validation'])
  const { key, type } = attribute
  const zone = useZone()
  const field = useInline(contact, shownOf(type, value, zone), (text, base) =>
    patch.save({ attributes: { [key]: storedOf(type, text, zone) } }, base),
  )
  if (type === 'date' || type === 'datetime') {
    const Field = type === 'date' ? DayField : MomentField
    const { value: text, onChange, onBlur } = field.props
    const change = (next: string) => onChange({ currentTarget: { value: next } })
    const error = field.error ? t('validation:invalid') : null
    return <Field size="sm" {...{ label, readOnly, error, value: text, onBlur, onChange: change }} />
  }
  return (
    <TextInput
      size="sm"
      type={inputTypes[type] ?? 'text'}
      label={label}
      readOnly={readOnly}
      error={field.error ? t('validation:invalid') : null}
      {...field.props}
    />
  )
}

const Field = (props: FieldProps) => {
  const { i18n } = useTranslation()
  const { attribute, value, readOnly, patch } = props
  const { type, options } = attribute
  const label = attribute.label[i18n.language === 'pt' ? 'pt' : 'en']
  const save = (next: unknown) => patch.set({ attributes: { [attribute.key]: next } })
  const many = Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
  // What is hidden from the reader is dots, whatever its type.
  if (typeof value === 'string' && value.includes('•'))
    return <TextInput size="sm" label={label} readOnly value={value} />
  if (type === 'boolean')
    return (
      <Switch
        label={label}
        checked={value === true}
        disabled={readOnly}
        onChange={(event) => save(event.currentTarget.checked)}
      />
    )
  if (type === 'select')
    return (
      <Select
        size="sm"
        label={label}
        data={options}
        value={typeof value === 'string' ? value : null}
        clearable
        readOnly={readOnly}
        onChange={save}
      />
    )
  if (type === 'multi_select')
    return <MultiSelect size="sm" label={label} data={options} value={many} readOnly={readOnly} onChange={save} />
  if (type === 'text_list')
    return <TagsInput size="sm" label={label} acceptValueOnBlur value={many} readOnly={readOnly} onChange={save} />
  return <TextField {...props} label={label} />
}

/** The company's own fields of a contact; nothing where it made none. */
export const AttributeFields = ({ contact, patch }: { contact: ContactCard; patch: ContactPatch }) => {
  const can = useCan()
  const { data } = useQuery(contactAttributesQuery)
  const pii = can('contacts.pii')
  return (data?.data ?? [])
    .filter(isWritten)
    .map((attribute) => (
      <Field
        key={attribute.id}
        attribute={attribute}
        value={contact.attributes[attribute.key]}
        readOnly={!can('contacts.edit') || (attribute.sensitive && !pii)}
        contact={contact}
        patch={patch}
      />
    ))
}
