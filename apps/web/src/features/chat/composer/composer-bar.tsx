import { ActionIcon, FileButton, Menu, Tooltip } from '@mantine/core'
import { IconPaperclip, IconSend2, IconSettings, IconTemplate } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './composer.module.css'
import { EmojiButton } from './emoji-button.tsx'
import { type Change, FormatBar } from './format-bar.tsx'
import { insertText } from './text-marks.ts'

const countFrom = 3800

type Props = {
  /** Characters typed, and how many there may be. */
  length: number
  limit: number
  canSend: boolean
  enterSends: boolean
  onEnterSends: (value: boolean) => void
  onChange: (change: Change) => void
  onFiles: (files: Iterable<File>) => void
  onTemplates: () => void
}

const EnterMenu = ({ value, onChange }: { value: boolean; onChange: (value: boolean) => void }) => {
  const { t } = useTranslation('chat')
  return (
    <Menu position="top-end" withinPortal>
      <Menu.Target>
        <ActionIcon size={30} aria-label={t('composer.settings')}>
          <IconSettings size={17} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.CheckboxItem checked={value} onChange={onChange}>
          {t('composer.enterSends')}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  )
}

const Count = ({ length, limit }: { length: number; limit: number }) => {
  if (length < Math.min(countFrom, limit - 100)) return null
  const over = length > limit
  return (
    <span className={classes.count} data-over={over || undefined} role={over ? 'alert' : undefined}>
      {length} / {limit}
    </span>
  )
}

/** The tools below the text, and the button that sends. */
export const ComposerBar = (props: Props) => {
  const { t } = useTranslation('chat')
  const { onChange, onFiles, onTemplates } = props
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
      <Tooltip label={t('template.open')}>
        <ActionIcon size={36} aria-label={t('template.open')} onClick={onTemplates}>
          <IconTemplate size={20} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      <div className={classes.formats}>
        <FormatBar onChange={onChange} />
      </div>
      <span className={classes.grow} />
      <Count length={props.length} limit={props.limit} />
      <EnterMenu value={props.enterSends} onChange={props.onEnterSends} />
      <ActionIcon
        type="submit"
        size={40}
        radius="xl"
        variant="filled"
        color="petrol"
        disabled={!props.canSend}
        aria-label={t('composer.send')}
      >
        <IconSend2 size={20} />
      </ActionIcon>
    </div>
  )
}
