import { ActionIcon, Alert, Button, Group } from '@mantine/core'
import { IconPlayerPause, IconPlayerRecord, IconPlayerStop, IconSend2, IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AudioPlayer } from '../timeline/audio-player.tsx'
import classes from './composer.module.css'
import type { DialogProps } from './composer-dialogs.tsx'
import { bars, useRecording } from './use-take.ts'

const clock = (milliseconds: number): string => {
  const seconds = Math.floor(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

const Meter = ({ levels }: { levels: readonly number[] }) => (
  <span className={classes.meter} aria-hidden="true">
    {Array.from({ length: bars }, (_, index) => {
      const level = levels[levels.length - bars + index] ?? 0
      // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
      return <i key={index} style={{ height: `${Math.max(8, Math.round(level * 100))}%` }} />
    })}
  </span>
)

/** Records a voice note: pause, listen to it, throw it away, or send it. */
export const VoiceRecorder = ({ conversation, sending, replyToId, onReplied, onClose }: DialogProps) => {
  const { t } = useTranslation('inbox/conversations')
  const { state, time, levels, file, stop, pause, drop } = useRecording(conversation.id)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])

  const discard = () => {
    drop()
    onClose()
  }
  const send = async () => {
    const recorded = await stop()
    if (!recorded || recorded.size === 0) return
    const draft = { type: 'media', fileId: '', caption: '', ...(replyToId && { replyToId }) } as const
    sending.guarded(() => {
      sending.put([{ draft, text: '', file: recorded }])
      drop()
      onReplied()
      onClose()
    })
  }
  if (state === 'refused' || state === 'missing')
    return (
      <Alert
        m="sm"
        mt={0}
        color="clay"
        role="alert"
        withCloseButton
        closeButtonLabel={t('common:close')}
        onClose={discard}
      >
        {t(`voice.${state}`)}
      </Alert>
    )
  return (
    <section className={classes.recorder} aria-label={t('voice.label')}>
      <ActionIcon size={36} color="red" aria-label={t('voice.discard')} onClick={discard}>
        <IconTrash size={19} />
      </ActionIcon>
      {url && file ? (
        <AudioPlayer
          src={url}
          voice
          recorded={{ file, length: time / 1000 }}
          // The recording can be sent even if this browser cannot play it.
          onBroken={() => {}}
        />
      ) : (
        <>
          <span className={classes.recTime} data-on={state === 'recording' || undefined} role="timer">
            {clock(time)}
          </span>
          <Meter levels={levels} />
        </>
      )}
      <span className={classes.grow} />
      {url ? null : (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            size={36}
            disabled={state === 'asking'}
            aria-label={t(state === 'paused' ? 'voice.resume' : 'voice.pause')}
            onClick={pause}
          >
            {state === 'paused' ? <IconPlayerRecord size={19} /> : <IconPlayerPause size={19} />}
          </ActionIcon>
          <ActionIcon
            size={36}
            disabled={state === 'asking'}
            aria-label={t('voice.listen')}
            onClick={() => void stop()}
          >
            <IconPlayerStop size={19} />
          </ActionIcon>
        </Group>
      )}
      <Button
        style={{ flex: 'none' }}
        disabled={state === 'asking'}
        rightSection={<IconSend2 size={17} />}
        onClick={() => void send()}
      >
        {t('voice.send')}
      </Button>
    </section>
  )
}
