import { Group, JsonInput, SegmentedControl, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WorkflowDetail } from './api.ts'
import classes from './notifications.module.css'
import { isPayload, type Payload } from './payload.ts'

type Variable = WorkflowDetail['variables'][number]

/** What a JSON text says, when it is an object. */
const readPayload = (text: string): Payload | null => {
  try {
    const value: unknown = JSON.parse(text)
    return isPayload(value) ? value : null
  } catch {
    return null
  }
}

const valueAt = (payload: Payload, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isPayload(value) ? value[key] : undefined), payload)

const withValue = (payload: Payload, [key = '', ...rest]: string[], value: unknown): Payload => {
  if (rest.length === 0) return { ...payload, [key]: value }
  const inner = payload[key]
  return { ...payload, [key]: withValue(isPayload(inner) ? inner : {}, rest, value) }
}

type FieldProps = { variable: Variable; payload: Payload; error: ReactNode; onChange: (value: unknown) => void }

const VariableField = ({ variable: { name, type, required = false }, payload, error, onChange }: FieldProps) => {
  const value = valueAt(payload, name)
  if (type === 'Boolean') {
    return (
      <Switch
        label={name}
        error={error}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  return (
    <TextInput
      label={name}
      withAsterisk={required}
      error={error}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

type Props = {
  variables: readonly Variable[]
  payload: Payload
  /** What is wrong, by the path of the field, which begins with `payload.` */
  errors?: Record<string, ReactNode>
  onChange: (payload: Payload) => void
}

/** The payload of a trigger: a field for each variable, or all of it as JSON. Told whenever it can be read. */
export const PayloadEditor = ({ variables, payload, errors = {}, onChange }: Props) => {
  const { t } = useTranslation('admin/notifications')
  const simple = variables.filter(({ type }) => type !== 'Array')
  const [mode, setMode] = useState<'fields' | 'json'>(simple.length > 0 ? 'fields' : 'json')
  // Invalid JSON stays as typed.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? JSON.stringify(payload, null, 2)
  const takeText = (next: string) => {
    setTyped(next)
    const read = readPayload(next)
    if (read) onChange(read)
  }
  const takeValue = (name: string, value: unknown) => {
    setTyped(null)
    onChange(withValue(payload, name.split('.'), value))
  }
  const wrong = Object.entries(errors)
    .filter(([path, error]) => path.startsWith('payload') && error)
    .map(([path, error]) => (
      <span key={path} className={classes.wrong}>
        {path.slice('payload.'.length)}: {error}
      </span>
    ))
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t('payload.label')}
        </Text>
        <SegmentedControl<'fields' | 'json'>
          size="xs"
          aria-label={t('payload.label')}
          value={mode}
          onChange={setMode}
          data={[
            { value: 'fields', label: t('payload.fields'), disabled: simple.length === 0 },
            { value: 'json', label: 'JSON' },
          ]}
        />
      </Group>
      {mode === 'json' ? (
        <JsonInput
          aria-label={t('payload.label')}
          value={text}
          onChange={takeText}
          error={readPayload(text) ? (wrong.length > 0 ? wrong : null) : t('payload.unreadable')}
          autosize
          minRows={6}
          maxRows={18}
          spellCheck={false}
          classNames={{ input: classes.mono ?? '' }}
        />
      ) : (
        <>
          {simple.map((variable) => (
            <VariableField
              key={variable.name}
              variable={variable}
              payload={payload}
              error={errors[`payload.${variable.name}`]}
              onChange={(value) => takeValue(variable.name, value)}
            />
          ))}
          {simple.length < variables.length ? (
            <Text size="xs" c="dimmed">
              {t('payload.listsInJson')}
            </Text>
          ) : null}
        </>
      )}
    </Stack>
  )
}
