import { Button, Modal } from '@mantine/core'
import type { Message } from '@recado/contracts/messages'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './chat.module.css'

/** A picture in full. */
export const Lightbox = ({ message, onClose }: { message: Message | null; onClose: () => void }) => {
  const { t } = useTranslation('chat')
  const url = message?.media?.url
  return (
    <Modal
      opened={Boolean(url)}
      onClose={onClose}
      fullScreen
      title={t('kind.image')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      styles={{ body: { height: 'calc(100dvh - 64px)' } }}
    >
      {url ? (
        <figure className={classes.lightbox}>
          <img src={url} alt={message?.body ?? t('kind.image')} />
          <figcaption>
            <span>{message?.body}</span>
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
          </figcaption>
        </figure>
      ) : null}
    </Modal>
  )
}
