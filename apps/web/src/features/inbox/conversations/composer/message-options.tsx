import { ActionIcon, Checkbox, Text } from '@mantine/core'
import { IconFile, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './composer.module.css'

/** Whether WhatsApp shows a preview of the link; only where there is one. */
export const LinkPreviewSwitch = ({
  text,
  value,
  onChange,
}: {
  text: string
  value: boolean
  onChange: (value: boolean) => void
}) => {
  const { t } = useTranslation('inbox/conversations')
  if (!/https?:\/\/\S/i.test(text)) return null
  return (
    <Checkbox
      size="xs"
      px={8}
      pb={4}
      label={t('composer.linkPreview')}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** A file that is stored already, which goes with the words. */
export const ReadyFile = ({ name, onRemove }: { name: string; onRemove: () => void }) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <div className={classes.noteFile}>
      <IconFile size={16} aria-hidden="true" />
      <Text size="sm" truncate>
        {name}
      </Text>
      <ActionIcon size={24} aria-label={t('attachments.remove', { name })} onClick={onRemove}>
        <IconX size={14} />
      </ActionIcon>
    </div>
  )
}

/** Says that the words do not stand under a file. */
export const WordsApart = () => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <Text size="xs" c="dimmed" px={8} pb={4} role="status">
      {t('composer.wordsApart')}
    </Text>
  )
}
