import { Button, Loader, Text, UnstyledButton } from '@mantine/core'
import type { Message } from '@recado/contracts/inbox/messages'
import { IconAlertTriangle, IconDownload, IconFile, IconPhoto } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileSize } from '#web/lib/i18n/file-size.ts'
import { AudioPlayer } from './audio-player.tsx'
import classes from './media.module.css'
import { useTimelineActions } from './timeline-actions.ts'

type Media = NonNullable<Message['media']>

const largest = { width: 320, height: 360 }

/** The room that a picture will take, so that nothing jumps when it arrives. */
export const frameOf = (width: number | null, height: number | null): { width: number; height: number } => {
  if (!width || !height) return { width: 280, height: 210 }
  const scale = Math.min(largest.width / width, largest.height / height, 1)
  return { width: Math.max(120, Math.round(width * scale)), height: Math.max(80, Math.round(height * scale)) }
}

const Waiting = ({ media }: { media: Media }) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <div className={classes.waiting} role="status">
      <Loader size={16} />
      <Text size="sm">{t('media.waiting', { kind: t(`kind.${media.kind}`) })}</Text>
    </div>
  )
}

const Failed = ({ message }: { message: Message }) => {
  const { t } = useTranslation('inbox/conversations')
  const { retryMedia, canReply } = useTimelineActions()
  const [asked, setAsked] = useState(false)
  const expired = message.media?.error === 'media_expired'
  const retry = () => {
    setAsked(true)
    retryMedia(message)
  }
  return (
    <div className={classes.waiting}>
      <IconAlertTriangle size={18} aria-hidden="true" />
      <Text size="sm">{t(expired ? 'media.expired' : 'media.failed')}</Text>
      {canReply && !expired ? (
        <Button size="compact-xs" variant="light" loading={asked} onClick={retry}>
          {t('common:retry')}
        </Button>
      ) : null}
    </div>
  )
}

const Picture = ({
  message,
  media,
  src,
  onBroken,
}: {
  message: Message
  media: Media
  src: string
  onBroken: () => void
}) => {
  const { t } = useTranslation('inbox/conversations')
  const { showImage } = useTimelineActions()
  const { width, height } = frameOf(media.width, media.height)
  return (
    <UnstyledButton
      className={classes.picture}
      style={{ width, aspectRatio: `${width} / ${height}` }}
      onClick={() => showImage(message)}
      aria-label={t('media.openImage')}
    >
      <img src={src} alt="" loading="lazy" decoding="async" onError={onBroken} />
    </UnstyledButton>
  )
}

const Document = ({ media, src }: { media: Media; src: string }) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  const name = media.filename ?? t('kind.document')
  const kind = name.includes('.') ? name.split('.').at(-1)?.toUpperCase().slice(0, 5) : null
  return (
    <a className={classes.document} href={src} target="_blank" rel="noopener noreferrer" download={name}>
      <IconFile size={30} stroke={1.4} aria-hidden="true" />
      <span className={classes.documentName}>
        <b>{name}</b>
        <small>
          {[kind, media.size === null ? null : fileSize(media.size, i18n.language)].filter(Boolean).join(' · ')}
        </small>
      </span>
      <IconDownload size={18} aria-label={t('media.download')} />
    </a>
  )
}

const Stored = ({ message, media, url }: { message: Message; media: Media; url: string }) => {
  const { t } = useTranslation('inbox/conversations')
  const { refreshMedia } = useTimelineActions()
  const tries = useRef(0)
  const onBroken = () => {
    if (tries.current >= 1) return
    tries.current += 1
    refreshMedia(message)
  }
  if (media.kind === 'image') return <Picture message={message} media={media} src={url} onBroken={onBroken} />
  if (media.kind === 'sticker') {
    return <img className={classes.sticker} src={url} alt={t('kind.sticker')} loading="lazy" onError={onBroken} />
  }
  if (media.kind === 'audio') return <AudioPlayer src={url} voice={media.voice} onBroken={onBroken} />
  if (media.kind === 'video') {
    const { width, height } = frameOf(media.width, media.height)
    return (
      // biome-ignore lint/a11y/useMediaCaption: customers' videos have no captions
      <video
        className={classes.video}
        style={{ width, aspectRatio: `${width} / ${height}` }}
        src={url}
        controls
        preload="metadata"
        onError={onBroken}
        aria-label={t('kind.video')}
      />
    )
  }
  return <Document media={media} src={url} />
}

/** Media of a message in each of its states: not there yet, not to be had, there. */
export const MediaContent = ({ message }: { message: Message }) => {
  const { t } = useTranslation('inbox/conversations')
  const { media } = message
  if (!media) {
    return (
      <div className={classes.waiting}>
        <IconPhoto size={18} aria-hidden="true" />
        <Text size="sm">{t('media.missing')}</Text>
      </div>
    )
  }
  if (media.state === 'waiting') return <Waiting media={media} />
  if (media.state === 'failed' || media.url === null) return <Failed message={message} />
  return <Stored message={message} media={media} url={media.url} />
}
