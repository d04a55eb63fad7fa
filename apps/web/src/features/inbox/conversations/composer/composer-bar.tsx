import { ActionIcon, FileButton, Menu, MenuCheckboxItem, Tooltip } from '@mantine/core'
import {
  IconCalendarClock,
  IconChevronUp,
  IconCircleCheck,
  IconMicrophone,
  IconPaperclip,
  IconSend2,
} from '@tabler/icons-react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '#web/lib/session/session.ts'
import classes from './composer.module.css'
import { EmojiButton } from './emoji-button.tsx'
import { type Change, FormatBar } from './format-bar.tsx'
import { type ExtraKind, PlusMenu } from './plus-menu.tsx'
import { insertText } from './text-marks.ts'

export type WritingSettings = { enterSends: boolean; signed: boolean }

type Props = {
  /** The character limit and the current length; null while the limit is far away. */
  limit: number
  length: number | null
  canSend: boolean
  /** Nothing is written and nothing chosen: a voice note can be recorded. */
  empty: boolean
  settings: WritingSettings
  onSettings: (settings: WritingSettings) => void
  onChange: (change: Change) => void
  onFiles: (files: Iterable<File>) => void
  onExtra: (kind: ExtraKind) => void
  /** Whether there is text to keep. */
  hasWords: boolean
  onSaveCanned: () => void
  onRecord: () => void
  onSchedule: () => void
  onSendResolve: () => void
}

type MenuProps = Pick<Props, 'canSend' | 'settings' | 'onSettings' | 'onSchedule' | 'onSendResolve'>

const SendMenu = ({ canSend, settings, onSettings, onSchedule, onSendResolve }: MenuProps) => {
  const { t } = useTranslation('inbox/conversations')
  const { user } = useSignedIn()
  return (
    <Menu position="top-end" withinPortal shadow="md">
      <Menu.Target>
        <ActionIcon size={30} aria-label={t('composer.settings')}>
          <IconChevronUp size={17} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconCalendarClock size={17} stroke={1.6} />} onClick={onSchedule}>
          {t('schedule.open')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCircleCheck size={17} stroke={1.6} />}
          rightSection={<kbd className={classes.keys}>Ctrl Shift ↵</kbd>}
          disabled={!canSend}
          onClick={onSendResolve}
        >
          {t('composer.sendResolve')}
        </Menu.Item>
        <Menu.Divider />
        <MenuCheckboxItem
          checked={settings.enterSends}
          onChange={(enterSends) => onSettings({ ...settings, enterSends })}
        >
          {t('composer.enterSends')}
        </MenuCheckboxItem>
        <MenuCheckboxItem checked={settings.signed} onChange={(signed) => onSettings({ ...settings, signed })}>
          {t(user.preferences.signature === '' ? 'composer.sign' : 'composer.signature')}
        </MenuCheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}

const countFrom = 3800

/** The character count, shown near the limit. */
export const countOf = (length: number, limit: number): number | null =>
  length < Math.min(countFrom, limit - 100) ? null : length

const Count = ({ length, limit }: Pick<Props, 'length' | 'limit'>) => {
  if (length === null) return null
  const over = length > limit
  return (
    <span className={classes.count} data-over={over || undefined} role={over ? 'alert' : undefined}>
      {length} / {limit}
    </span>
  )
}

/** The tools below the text, and the send button. Its handlers are stable, so that typing does not render it again. */
export const ComposerBar = memo((props: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const { onChange, onFiles, onExtra, onRecord, empty } = props
  return (
    <div className={classes.bar}>
      <EmojiButton onPick={(emoji) => onChange((edit) => insertText(edit, emoji))} />
      <FileButton multiple onChange={onFiles}>
        {(button) => (
          <Tooltip label={t('attachments.add')}>
            <ActionIcon {...button} size={36} aria-label={t('attachments.add')}>
              <IconPaperclip size={20} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </FileButton>
      <PlusMenu onChoose={onExtra} hasWords={props.hasWords} onSaveCanned={props.onSaveCanned} />
      <div className={classes.formats}>
        <FormatBar onChange={onChange} />
      </div>
      <span className={classes.grow} />
      <Count length={props.length} limit={props.limit} />
      <SendMenu {...props} />
      {empty ? (
        <Tooltip label={t('voice.start')}>
          <ActionIcon
            size={40}
            radius="xl"
            variant="light"
            color="petrol"
            aria-label={t('voice.start')}
            onClick={onRecord}
          >
            <IconMicrophone size={20} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <ActionIcon
          type="submit"
          size={40}
          radius="xl"
          variant="filled"
          color="petrol"
          disabled={!props.canSend}
          aria-label={t('composer.send')}
          // The field keeps the focus, and a phone its keyboard, for the next message.
          onMouseDown={(event) => event.preventDefault()}
        >
          <IconSend2 size={20} />
        </ActionIcon>
      )}
    </div>
  )
})
