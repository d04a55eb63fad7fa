import { ActionIcon, Group, Button as MantineButton, Menu, Paper, Stack, Text } from '@mantine/core'
import { templateLimits } from '@recado/contracts/whatsapp/template-check-parts'
import { textOf, variableNames, wordOf } from '@recado/contracts/whatsapp/template-parts'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextInput } from '#web/components/form/fields.tsx'
import { useReadOnly } from '#web/components/form/read-only.tsx'
import { type Button, withReply } from './content.ts'
import { IssueList, type Issues } from './issues.tsx'
import { isProductButton } from './kinds.ts'
import { LinkCheck } from './link-check.tsx'

type Props = {
  buttons: Button[]
  kinds: readonly string[]
  max: number
  issues: Issues
  path: string
  onChange: (buttons: Button[]) => void
}

const fresh: Readonly<Record<string, Button>> = {
  QUICK_REPLY: { type: 'QUICK_REPLY', text: '' },
  URL: { type: 'URL', text: '', url: '' },
  PHONE_NUMBER: { type: 'PHONE_NUMBER', text: '', phone_number: '' },
  COPY_CODE: { type: 'COPY_CODE', example: '' },
  FLOW: { type: 'FLOW', text: '', flow_id: '' },
  CATALOG: { type: 'CATALOG', text: '' },
  MPM: { type: 'MPM', text: '' },
}

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
  return (
    <Stack gap={6}>
      {kind === 'COPY_CODE' ? null : input('text', textOf(button.text), (text) => ({ ...button, text }), 25)}
      {kind === 'URL' ? input('url', url, (next) => ({ ...button, url: next })) : null}
      {kind === 'URL' && !readOnly ? <LinkCheck url={url} example={exampleOf(button)} /> : null}
      {kind === 'URL' && variableNames(url).length > 0
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

const limitOf = (kind: string): number | undefined =>
  Object.entries(templateLimits.buttonKinds).find(([name]) => name === kind)?.[1]

type AddProps = Pick<Props, 'buttons' | 'kinds' | 'max' | 'path'> & { onAdd: (button: Button) => void }

/** Adds a button; kinds that have reached their limit stay visible, with the limit. */
const AddMenu = ({ buttons, kinds, max, path, onAdd }: AddProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const full = buttons.length >= max
  const whyNot = (kind: string): string | null => {
    const most = limitOf(kind) ?? max
    const count = buttons.filter(({ type }) => wordOf(type) === kind).length
    return count >= most ? t('button.limit.kind', { count: most }) : null
  }
  const item = (key: string, kind: string, label: string, button: Button) => {
    const reason = whyNot(kind)
    return (
      <Menu.Item
        key={key}
        disabled={reason !== null}
        {...(reason ? { style: { opacity: 1 }, c: 'dimmed' } : {})}
        onClick={() => onAdd(button)}
      >
        {label}
        {reason ? (
          <Text size="xs" component="span" display="block">
            {reason}
          </Text>
        ) : null}
      </Menu.Item>
    )
  }
  return (
    <Group gap="sm">
      <Menu position="bottom-start" withinPortal disabled={full}>
        <Menu.Target>
          <MantineButton variant="light" leftSection={<IconPlus size={17} />} disabled={full} data-field={path}>
            {t('button.add')}
          </MantineButton>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.flatMap((kind) => (fresh[kind] ? [item(kind, kind, t(`button.kind.${kind}`), fresh[kind])] : []))}
          {kinds.includes('QUICK_REPLY')
            ? item('optOut', 'QUICK_REPLY', t('button.optOut'), { type: 'QUICK_REPLY', text: t('button.optOutText') })
            : null}
        </Menu.Dropdown>
      </Menu>
      <Text size="sm" c="dimmed">
        {t(full ? 'button.limit.full' : 'button.limit.of', { now: buttons.length, max })}
      </Text>
    </Group>
  )
}

const moved = (buttons: readonly Button[], from: number, to: number): Button[] => {
  const next = [...buttons]
  const [one] = next.splice(from, 1)
  if (one) next.splice(to, 0, one)
  return next
}

type RowProps = FieldsProps & {
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
  onDrag: (index: number | null) => void
  onDrop: () => void
}

const Row = ({ index, count, onMove, onRemove, onDrag, onDrop, ...fields }: RowProps) => {
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

/** The buttons in their order, by dragging or by their arrows. */
export const ButtonsField = ({ buttons, kinds, max, issues, path, onChange }: Props) => {
  const readOnly = useReadOnly()
  const [dragged, setDragged] = useState<number | null>(null)
  return (
    <Stack gap="sm">
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {buttons.map((button, index) => (
          <Row
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other name
            key={index}
            index={index}
            count={buttons.length}
            button={button}
            at={`${path}.${index}`}
            issues={issues}
            onChange={(next) => onChange(buttons.map((one, at) => (at === index ? next : one)))}
            onMove={(to) => onChange(moved(buttons, index, to))}
            onRemove={() => onChange(buttons.filter((_, at) => at !== index))}
            onDrag={setDragged}
            onDrop={() => {
              if (dragged !== null && dragged !== index) onChange(moved(buttons, dragged, index))
              setDragged(null)
            }}
          />
        ))}
      </Stack>
      <IssueList issues={issues.at(path)} />
      {readOnly || kinds.length === 0 ? null : (
        <AddMenu {...{ buttons, kinds, max, path }} onAdd={(button) => onChange(withReply(buttons, button))} />
      )}
    </Stack>
  )
}
