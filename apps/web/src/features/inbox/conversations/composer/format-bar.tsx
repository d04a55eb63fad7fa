import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconBlockquote, IconBold, IconCode, IconItalic, IconList, IconStrikethrough } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Edit, toggleMark, togglePrefix } from './text-marks.ts'

const tools = [
  { id: 'bold', icon: IconBold, change: (edit: Edit) => toggleMark(edit, '*') },
  { id: 'italic', icon: IconItalic, change: (edit: Edit) => toggleMark(edit, '_') },
  { id: 'strike', icon: IconStrikethrough, change: (edit: Edit) => toggleMark(edit, '~') },
  { id: 'code', icon: IconCode, change: (edit: Edit) => toggleMark(edit, '`') },
  { id: 'list', icon: IconList, change: (edit: Edit) => togglePrefix(edit, '- ') },
  { id: 'quote', icon: IconBlockquote, change: (edit: Edit) => togglePrefix(edit, '> ') },
] as const

export type Change = (edit: Edit) => Edit

/** The change that a keyboard shortcut stands for: Ctrl or ⌘ with B, I. */
export const shortcutChange = (event: { ctrlKey: boolean; metaKey: boolean; key: string }): Change | null => {
  if (!event.ctrlKey && !event.metaKey) return null
  const id = { b: 'bold', i: 'italic' }[event.key.toLowerCase()]
  return tools.find((tool) => tool.id === id)?.change ?? null
}

/** Buttons for WhatsApp's formatting marks. */
export const FormatBar = ({ onChange }: { onChange: (change: Change) => void }) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <Group gap={0} role="toolbar" aria-label={t('format.label')} wrap="nowrap">
      {tools.map(({ id, icon: Icon, change }) => (
        <Tooltip key={id} label={t(`format.${id}`)}>
          <ActionIcon
            size={30}
            aria-label={t(`format.${id}`)}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChange(change)}
          >
            <Icon size={17} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  )
}
