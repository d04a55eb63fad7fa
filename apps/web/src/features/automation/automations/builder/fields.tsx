import { ActionIcon, Button, Group, Menu, NumberInput, ScrollArea, Text } from '@mantine/core'
import { eventFields, openEvents } from '@recado/contracts/automation/automation-events'
import { automationLimits } from '@recado/contracts/automation/automation-graph'
import { contactPlaceholders, runPlaceholders } from '@recado/contracts/automation/automation-texts'
import { type WaitSpan, waitUnits } from '@recado/contracts/automation/wait-spans'
import { IconBraces } from '@tabler/icons-react'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '#web/components/filter-builder/field-words.ts'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { useEditing } from './editing.ts'

type Choice = { value: string; label: string }

/** What can be filled in at a step, in groups. */
export const usePlaceholders = (): { group: string; items: Choice[] }[] => {
  const { t } = useTranslation(['automation/automations', 'filters'])
  const { graph, variables, words } = useEditing()
  const kind = graph.trigger?.kind ?? null
  const attributes = words.fields.filter(({ group, type }) => group === 'attributes' && type !== 'choices')
  return [
    {
      group: t('filters:group.event'),
      items: kind ? eventFields[kind].map((field) => ({ value: field.name, label: fieldLabel(field, words) })) : [],
    },
    { group: t('filters:group.variables'), items: variables.map((name) => ({ value: `vars.${name}`, label: name })) },
    {
      group: t('placeholder.groupContact'),
      items: [
        ...contactPlaceholders.map((name) => ({ value: name, label: t(`placeholder.${name}`) })),
        ...attributes.map((field) => ({ value: `contact.${field.name}`, label: fieldLabel(field, words) })),
      ],
    },
    {
      group: t('placeholder.groupOthers'),
      items: runPlaceholders.map((name) => ({ value: name, label: t(`placeholder.${name}`) })),
    },
  ].filter(({ items }) => items.length > 0)
}

const VariableMenu = ({ label, onChoose }: { label: string; onChoose: (name: string) => void }) => {
  const { t } = useTranslation('automation/automations')
  const { graph } = useEditing()
  const groups = usePlaceholders()
  const kind = graph.trigger?.kind
  return (
    <Menu position="bottom-end" width={280} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={t('placeholder.insert', { field: label })}>
          <IconBraces size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <ScrollArea.Autosize mah={320} type="auto">
          {groups.map(({ group, items }) => (
            <div key={group}>
              <Menu.Label>{group}</Menu.Label>
              {items.map(({ value, label: name }) => (
                <Menu.Item key={value} onClick={() => onChoose(value)}>
                  {name}
                </Menu.Item>
              ))}
            </div>
          ))}
          {kind && openEvents.includes(kind) ? (
            <Text size="xs" c="dimmed" px="sm" py={6}>
              {t('placeholder.open', { example: '{{event.field}}' })}
            </Text>
          ) : null}
        </ScrollArea.Autosize>
      </Menu.Dropdown>
    </Menu>
  )
}

type FillProps = {
  label: string
  description?: string
  /** Where it stands in the graph, below its step. */
  at: string
  value: string
  maxLength?: number
  rows?: number
  placeholder?: string
  required?: boolean
  mono?: boolean
  onChange: (value: string) => void
}

const insertInto = (element: RefObject<HTMLInputElement | HTMLTextAreaElement | null>, value: string, name: string) => {
  const text = `{{${name}}}`
  const start = element.current?.selectionStart ?? value.length
  const end = element.current?.selectionEnd ?? value.length
  requestAnimationFrame(() => {
    element.current?.focus()
    element.current?.setSelectionRange(start + text.length, start + text.length)
  })
  return value.slice(0, start) + text + value.slice(end)
}

/** A text in which what is known of the contact, the event and the run is filled in. */
export const FilledText = ({ label, at, value, rows = 1, mono, onChange, ...field }: FillProps) => {
  const { errorAt, readOnly } = useEditing()
  const element = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const shared = {
    ...field,
    label,
    error: errorAt(at),
    value,
    ...(mono ? { styles: { input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } } } : {}),
    rightSection: readOnly ? null : (
      <VariableMenu label={label} onChoose={(name) => onChange(insertInto(element, value, name))} />
    ),
  }
  return rows > 1 ? (
    <Textarea
      {...shared}
      ref={element}
      autosize
      minRows={rows}
      maxRows={14}
      rightSectionProps={{ style: { alignItems: 'flex-start', paddingTop: 4 } }}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...shared} ref={element} onChange={(event) => onChange(event.currentTarget.value)} />
  )
}

/** A whole number that stays what it was while the field is empty. */
export const Whole = ({
  label,
  value,
  min,
  max,
  suffix,
  w,
  hidden = false,
  error,
  onChange,
}: {
  label: string
  value: number
  min: number
  max: number
  suffix?: string
  w?: number
  /** The label is for screen readers. */
  hidden?: boolean
  error?: string | undefined
  onChange: (value: number) => void
}) => {
  const [typed, setTyped] = useState<number | string>(value)
  return (
    <NumberInput
      {...(hidden ? { 'aria-label': label } : { label })}
      {...(suffix ? { suffix } : {})}
      {...(w ? { w } : {})}
      error={error}
      min={min}
      max={max}
      allowDecimal={false}
      clampBehavior="strict"
      value={typed === '' ? '' : value}
      onChange={(next) => {
        setTyped(next)
        if (typeof next === 'number' && next >= min && next <= max) onChange(next)
      }}
      onBlur={() => setTyped(value)}
    />
  )
}

const most = { minutes: automationLimits.days * 1440, hours: automationLimits.days * 24, days: automationLimits.days }

/** A time that passes: so many minutes, hours or days. */
export const SpanField = ({
  label,
  at,
  value,
  onChange,
}: {
  label: string
  at: string
  value: WaitSpan
  onChange: (span: WaitSpan) => void
}) => {
  const { t } = useTranslation('automation/automations')
  const { errorAt } = useEditing()
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap">
      <Whole
        label={label}
        value={value.amount}
        min={1}
        max={most[value.unit]}
        w={120}
        error={errorAt(at)}
        onChange={(amount) => onChange({ ...value, amount })}
      />
      <Select
        label={t('unit')}
        w={150}
        allowDeselect={false}
        data={waitUnits.map((unit) => ({ value: unit, label: t(`unit_${unit}`) }))}
        value={value.unit}
        onChange={(chosen) => {
          const unit = waitUnits.find((one) => one === chosen)
          if (unit) onChange({ unit, amount: Math.min(value.amount, most[unit]) })
        }}
      />
    </Group>
  )
}

/** A button that adds one more of a list. */
export const AddButton = ({
  children,
  onClick,
  disabled = false,
}: {
  children: string
  onClick: () => void
  disabled?: boolean
}) => (
  <Button variant="default" size="compact-sm" disabled={disabled} onClick={onClick} style={{ alignSelf: 'flex-start' }}>
    {children}
  </Button>
)

/** The name of a variable as it is typed: small letters, digits and underscores. */
export const variableOf = (typed: string): string =>
  typed
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 40)
