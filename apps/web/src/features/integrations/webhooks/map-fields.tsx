import { ActionIcon, Collapse, Group, MultiSelect, Stack } from '@mantine/core'
import { canonicalEvents, canonicalFields } from '@recado/contracts/integrations/canonical-events'
import type { EventMap, FieldMap, Transform } from '@recado/contracts/integrations/webhook-mapping'
import { IconAdjustments, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { SampleTree } from './sample-tree.tsx'
import { nameOfTransform, transformNames, transformOf, usualTransforms } from './transforms.ts'
import classes from './webhooks.module.css'

const isDefault = ({ op }: Transform): boolean => op === 'default'

type FieldProps = { name: string; field: FieldMap; onChange: (next: FieldMap) => void }

/** What is done with the value of a field, what stands for it where it is missing, and whether it has to be there. */
const FieldOptions = ({ name, field, onChange }: FieldProps) => {
  const { t } = useTranslation('integrations/webhooks')
  const done = field.transforms.filter((one) => !isDefault(one)).map(nameOfTransform)
  const otherwise = field.transforms.find(isDefault)
  const others = done.filter((one) => one.startsWith('{'))
  const change = (names: readonly string[], text: string) =>
    onChange({
      ...field,
      transforms: [...names.map(transformOf), ...(text === '' ? [] : [{ op: 'default' as const, value: text }])].slice(
        0,
        6,
      ),
    })
  const text = otherwise?.op === 'default' ? otherwise.value : ''
  return (
    <Stack gap="xs" pl="md">
      <MultiSelect
        label={t('transform.title')}
        aria-label={t('transform.of', { field: name })}
        maxValues={5}
        data={[
          ...transformNames.map((value) => ({ value, label: t(`transform.${value}`) })),
          ...others.map((value) => ({ value, label: t('transform.other') })),
        ]}
        value={done}
        onChange={(names) => change(names, text)}
      />
      <TextInput
        label={t('transform.default')}
        maxLength={500}
        value={text}
        onChange={({ currentTarget: { value } }) => change(done, value)}
      />
      <Checkbox
        label={t('transform.required')}
        checked={field.required}
        onChange={({ currentTarget: { checked } }) => onChange({ ...field, required: checked })}
      />
    </Stack>
  )
}

type Mapped = {
  name: string
  label: string
  field: FieldMap
  value: ReactNode
  error: string | null
  onFocus: () => void
  onChange: (next: FieldMap) => void
  onDrop: () => void
}

const MappedField = ({ name, label, field, value, error, onFocus, onChange, onDrop }: Mapped) => {
  const { t } = useTranslation('integrations/webhooks')
  const [opened, setOpened] = useState(false)
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          style={{ flex: 1 }}
          label={label}
          description={value}
          error={error}
          value={field.path}
          onFocus={onFocus}
          onChange={({ currentTarget: { value: path } }) => onChange({ ...field, path })}
        />
        <ActionIcon
          variant="subtle"
          color={field.transforms.length > 0 || field.required ? 'petrol' : 'gray'}
          size="lg"
          aria-label={t('transform.open', { field: label })}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconAdjustments size={17} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('dropField', { field: label })}
          onClick={onDrop}
        >
          <IconTrash size={17} />
        </ActionIcon>
      </Group>
      <Collapse expanded={opened}>{opened ? <FieldOptions {...{ name, field, onChange }} /> : null}</Collapse>
    </Stack>
  )
}

type Props = {
  /** How the system calls the event. */
  event: string
  body: unknown
  events: EventMap[]
  onChange: (next: EventMap[]) => void
  /** What the fields come to. */
  values: Readonly<Record<string, unknown>>
  errorOf: (key: string) => string | null
  /** Stands above the sample, above the fields, and below them. */
  before?: ReactNode
  result?: ReactNode
  after?: ReactNode
}

/** What an event means: fields picked in a sample, with what they come to beside them. */
export const MapFields = ({ event, body, events, onChange, values, errorOf, before, result, after }: Props) => {
  const { t } = useTranslation(['integrations/webhooks', 'contacts/contact'])
  const [field, setField] = useState('name')
  const map: EventMap = events.find((one) => one.event === event) ?? {
    ...{ event: event || '*', canonical: 'custom', enabled: true, fields: {} },
  }
  const setMap = (next: EventMap) =>
    onChange(
      events.some((one) => one.event === map.event)
        ? events.map((one) => (one.event === map.event ? next : one))
        : [...events, next],
    )
  const setOne = (key: string, next: FieldMap) => setMap({ ...map, fields: { ...map.fields, [key]: next } })
  const pick = (path: string) =>
    setOne(field, { transforms: usualTransforms[field] ?? [], required: false, ...map.fields[field], path })
  const drop = (key: string) =>
    setMap({ ...map, fields: Object.fromEntries(Object.entries(map.fields).filter(([name]) => name !== key)) })
  const names = [...new Set<string>([...canonicalFields, ...Object.keys(map.fields)])]
  const mapped = names.flatMap((key) => (map.fields[key] ? [[key, map.fields[key]] as const] : []))
  return (
    <div className={classes.columns}>
      <Stack gap="sm" miw={0} className={classes.sample ?? ''}>
        {before}
        <Select
          label={t('fieldToPick')}
          description={t('pickText', { field: t(`field.${field}`, field) })}
          allowDeselect={false}
          searchable
          data={names.map((value) => ({ value, label: t(`field.${value}`, value) }))}
          value={field}
          onChange={(value) => value && setField(value)}
        />
        <SampleTree body={body} onPick={pick} />
      </Stack>
      <Stack gap="sm" miw={0}>
        <Select
          label={t('means', { event: map.event === '*' ? t('unnamed') : map.event })}
          allowDeselect={false}
          data={canonicalEvents.map((value) => ({ value, label: t(`contacts/contact:systems.${value}`) }))}
          value={map.canonical}
          onChange={(value) => {
            const canonical = canonicalEvents.find((one) => one === value)
            if (canonical) setMap({ ...map, canonical })
          }}
        />
        {result}
        {mapped.map(([key, one]) => (
          <MappedField
            key={key}
            name={key}
            label={t(`field.${key}`, key)}
            field={one}
            value={String(values[key] ?? t('nothing'))}
            error={errorOf(key)}
            onFocus={() => setField(key)}
            onChange={(next) => setOne(key, next)}
            onDrop={() => drop(key)}
          />
        ))}
        {after}
      </Stack>
    </div>
  )
}
