import { ActionIcon, Button, Text, TextInput } from '@mantine/core'
import { captionLimit } from '@recado/contracts/inbox/messages'
import { takesCaption } from '@recado/contracts/whatsapp/media-rules'
import { IconFile, IconMusic, IconVideo, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '#web/lib/i18n/file-size.ts'
import { type Attachment, canBeDocument, maxBytesOf } from './attachment-rules.ts'
import classes from './composer.module.css'

const icons = { audio: IconMusic, video: IconVideo, image: IconFile, sticker: IconFile, document: IconFile } as const

type Props = {
  items: readonly Attachment[]
  onRemove: (key: string) => void
  onCaption: (key: string, text: string) => void
  onDocument: (key: string) => void
}

/** The files that will go with the next message, and what is wrong with any. */
export const AttachmentTray = ({ items, onRemove, onCaption, onDocument }: Props) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  if (items.length === 0) return null
  return (
    <ul className={classes.tray} aria-label={t('attachments.label')}>
      {items.map((item) => {
        const { key, file, kind, problem, url, caption } = item
        const Icon = icons[kind]
        const max = fileSize(maxBytesOf(kind), i18n.language)
        return (
          <li key={key} data-problem={problem ? true : undefined}>
            {url ? <img src={url} alt="" /> : <Icon size={26} stroke={1.4} aria-hidden="true" />}
            <div className={classes.trayText}>
              <Text size="sm" truncate fw={550}>
                {file.name}
              </Text>
              <Text
                size="xs"
                c={problem ? 'var(--mantine-color-error)' : 'dimmed'}
                role={problem ? 'alert' : undefined}
              >
                {problem
                  ? t(`attachments.${problem}`, { kind: t(`kind.${kind}`), max })
                  : `${t(`kind.${kind}`)} · ${fileSize(file.size, i18n.language)}`}
              </Text>
              {canBeDocument(item) ? (
                <Button size="compact-xs" variant="light" mt={3} onClick={() => onDocument(key)}>
                  {t('attachments.asDocument')}
                </Button>
              ) : null}
              {(items.length > 1 || caption !== '') && takesCaption(kind) && !problem ? (
                <TextInput
                  size="xs"
                  variant="unstyled"
                  value={caption}
                  maxLength={captionLimit}
                  placeholder={t('composer.caption')}
                  aria-label={t('attachments.captionOf', { name: file.name })}
                  onChange={(event) => onCaption(key, event.currentTarget.value)}
                />
              ) : null}
            </div>
            <ActionIcon
              size={26}
              aria-label={t('attachments.remove', { name: file.name })}
              onClick={() => onRemove(key)}
            >
              <IconX size={16} />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}
