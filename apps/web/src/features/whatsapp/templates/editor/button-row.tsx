import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core'
import { LINK_PATH, trackedButtonUrl } from '@recado/contracts/campaigns/tracked-links'
import { textOf, variableNames, wordOf } from '@recado/contracts/whatsapp/template-parts'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import type { DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '#web/components/form/read-only.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import type { Button } from './content.ts'
import { IssueList, type Issues } from './issues.tsx'
import { isProductButton } from './kinds.ts'
import { LinkCheck } from './link-check.tsx'

type FieldsProps = { button: Button; at: string; issues: Issues; onChange: (button: Button) => void }

const exampleOf = (button: Button) => textOf(Array.isArray(button.example) ? button.example[0] : button.example)

/** A flow begins at its first screen unless another one is named. */
const withScreen = (button: Button, screen: string): Button => {
  const { navigate_screen: _, flow_action: __, ...rest } = button
  return screen === '' ? rest : { ...rest, flow_action: 'navigate', navigate_screen: screen }
}

const Fields = ({ button, at, issues, onChange }: FieldsProps) => {
  const readOnly = useReadOnly()
  const { t } = useTranslation('whatsapp/templates')
  const kind = wordOf(button.type)
  const input = (key: string, value: string, write: (next: string) => Button, max?: number) => (
    <TextInput
      label={t(`button.${kind === 'COPY_CODE' ? 'code' : key}`, { variable: '{{1}}' })}
      data-field={`${at}.${key}`}
      value={value}
      error={issues.text(`${at}.${key}`)}
      {...(max ? { description: t('characters', { now: value.length, max }) } : {})}
      onChange={(event) => onChange(write(event.currentTarget.value))}
    />
  )
  const url = textOf(button.url)
  const { origin, host } = window.location
  const isTracked = kind === 'URL' && url === trackedButtonUrl(origin)
  return (
    <Stack gap={6}>
      {kind === 'COPY_CODE' ? null : input('text', textOf(button.text), (text) => ({ ...button, text }), 25)}
      {kind === 'URL' ? input('url', url, (next) => ({ ...button, url: next })) : null}
      {isTracked ? (
        <Text size="sm" c="dimmed">
          {t('button.trackedText', { address: `${host}${LINK_PATH}…` })}
        </Text>
      ) : null}
      {kind === 'URL' && !readOnly && !isTracked ? <LinkCheck url={url} example={exampleOf(button)} /> : null}
      {kind === 'URL' && variableNames(url).length > 0 && !isTracked
        ? input('example', exampleOf(button), (next) => ({ ...button, example: [next] }))
        : null}
      {kind === 'PHONE_NUMBER'
        ? input('phone_number', textOf(button.phone_number), (next) => ({ ...button, phone_number: next }))
        : null}
      {kind === 'COPY_CODE' ? input('example', exampleOf(button), (example) => ({ ...button, example }), 15) : null}
      {kind === 'MPM' ? (
        <Text size="sm" c="dimmed">
          {t('button.listHint')}
        </Text>
      ) : null}
      {kind === 'FLOW' ? (
        <>
          {input('flow_id', textOf(button.flow_id), (next) => ({ ...button, flow_id: next.trim() }))}
          {input('navigate_screen', textOf(button.navigate_screen), (next) => withScreen(button, next.trim()))}
        </>
      ) : null}
      <IssueList issues={issues.at(`${at}.type`)} />
    </Stack>
  )
}

type RowProps = FieldsProps & {
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
  onDrag: (index: number | null) => void
  onDrop: () => void
}

/** A button of the message with what belongs to its kind. */
export const ButtonRow = ({ index, count, onMove, onRemove, onDrag, onDrop, ...fields }: RowProps) => {
  const readOnly = useReadOnly()
  const { t } = useTranslation('whatsapp/templates')
  const kind = t(`button.kind.${wordOf(fields.button.type)}`, { defaultValue: wordOf(fields.button.type) })
  const name = `${index + 1}: ${kind}`
  const drag = readOnly
    ? {}
    : {
        draggable: true,
        onDragStart: (event: DragEvent) => {
          event.dataTransfer.effectAllowed = 'move'
          onDrag(index)
        },
        onDragEnd: () => onDrag(null),
      }
  return (
    <Paper
      component="li"
      withBorder
      p="sm"
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={onDrop}
      aria-label={name}
    >
      <Group justify="space-between" mb={6} wrap="nowrap">
        <Group gap={6} wrap="nowrap" {...drag} style={{ cursor: readOnly ? undefined : 'grab' }}>
          {readOnly ? null : <IconGripVertical size={17} aria-hidden="true" />}
          <Text size="sm" fw={550}>
            {kind}
          </Text>
        </Group>
        {readOnly || isProductButton(fields.button) ? null : (
          <Group gap={2} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={index === 0}
              aria-label={t('button.up', { name })}
              onClick={() => onMove(index - 1)}
            >
              <IconArrowUp size={17} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              disabled={index === count - 1}
              aria-label={t('button.down', { name })}
              onClick={() => onMove(index + 1)}
            >
              <IconArrowDown size={17} />
            </ActionIcon>
            <ActionIcon variant="subtle" color="red" aria-label={t('button.remove', { name })} onClick={onRemove}>
              <IconTrash size={17} />
            </ActionIcon>
          </Group>
        )}
      </Group>
      <Fields {...fields} />
    </Paper>
  )
}
