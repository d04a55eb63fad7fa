import { ActionIcon, Button, Modal } from '@mantine/core'
import type { Message } from '@recado/contracts/inbox/messages'
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messagesQuery } from './api.ts'
import classes from './chat.module.css'

type Props = {
  /** Among whose pictures one can go on. */
  conversationId: string
  message: Message | null
  opened: boolean
  onShow: (message: Message) => void
  onClose: () => void
}

const isPicture = ({ type, media, revokedAt }: Message): boolean =>
  type === 'image' && revokedAt === null && Boolean(media?.url)

const noPictures: readonly Message[] = []

/** A picture in full; arrows go on to the ones before and after it. */
export const Lightbox = ({ conversationId, message, opened, onShow, onClose }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const queryClient = useQueryClient()
  const { data: pictures = noPictures } = useQuery({
    ...messagesQuery(queryClient, conversationId),
    enabled: false,
    select: ({ messages }) => (opened ? messages.filter(isPicture) : noPictures),
  })
  const url = message?.media?.url
  const at = pictures.findIndex(({ id }) => id === message?.id)
  const before = at > 0 ? pictures[at - 1] : undefined
  const after = at >= 0 ? pictures[at + 1] : undefined
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen
      title={t('kind.image')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      styles={{ body: { height: 'calc(100dvh - 64px)' } }}
      onKeyDown={({ key }) => {
        const next = key === 'ArrowLeft' ? before : key === 'ArrowRight' ? after : undefined
        if (next) onShow(next)
      }}
    >
      {url ? (
        <figure className={classes.lightbox}>
          <img src={url} alt={message?.body ?? t('kind.image')} />
          <figcaption>
            <span>{message?.body}</span>
            <span className={classes.lightboxTools}>
              {pictures.length > 1 ? (
                <>
                  <ActionIcon
                    size={32}
                    aria-label={t('media.previous')}
                    disabled={!before}
                    onClick={() => before && onShow(before)}
                  >
                    <IconChevronLeft size={20} />
                  </ActionIcon>
                  <ActionIcon
                    size={32}
                    aria-label={t('media.next')}
                    disabled={!after}
                    onClick={() => after && onShow(after)}
                  >
                    <IconChevronRight size={20} />
                  </ActionIcon>
                </>
              ) : null}
              <Button
                component="a"
                href={url}
                download={message?.media?.filename ?? ''}
                variant="light"
                size="xs"
                leftSection={<IconDownload size={15} />}
              >
                {t('media.download')}
              </Button>
            </span>
          </figcaption>
        </figure>
      ) : null}
    </Modal>
  )
}
