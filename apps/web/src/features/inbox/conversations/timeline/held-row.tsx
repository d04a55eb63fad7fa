import { Button } from '@mantine/core'
import { type HeldMessage, releaseHeldMessages, undoHeldMessage } from '@recado/contracts/inbox/held-messages'
import { IconClock, IconFile } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import { call, isNotFound } from '#web/lib/api/api.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { toastError, toastInfo } from '#web/lib/ui/toasts.ts'
import { giveBack } from '../composer/commands.ts'
import { dropHeld, readHeldAgain } from '../held.ts'
import classes from './bubble.module.css'
import media from './media.module.css'
import { useTimelineActions } from './timeline-actions.ts'

type Content = HeldMessage['contents'][number]

const File = ({ file }: { file: NonNullable<Content['file']> }) =>
  file.kind === 'image' ? (
    <div className={media.picture} style={{ width: 260 }}>
      <img src={file.url} alt="" style={{ maxHeight: 260 }} />
    </div>
  ) : (
    <div className={media.document}>
      <IconFile size={28} stroke={1.4} aria-hidden="true" />
      <span className={media.documentName}>
        <b>{file.name}</b>
      </span>
    </div>
  )

const Bubble = ({ content, at }: { content: Content; at: string }) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  const times = useTimes()
  const kind = i18n.exists(`inbox/conversations:kind.${content.type}`) ? t(`kind.${content.type}`) : t('kind.message')
  return (
    <article className={classes.bubble}>
      {content.file ? <File file={content.file} /> : null}
      {content.text ? <FormattedText text={content.text} /> : content.file ? null : <span>{kind}</span>}
      <span className={classes.meta}>
        <time dateTime={at}>{times.clock(at)}</time>
        <span className={classes.tick} role="img" aria-label={t('held.waits')} title={t('held.waits')}>
          <IconClock size={12} aria-hidden="true" />
        </span>
      </span>
    </article>
  )
}

/** Whole seconds until an instant; it may lie a little in the past while the server is about to act. */
const useSecondsTo = (instant: string): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.ceil((Date.parse(instant) - now) / 1000))
}

/** Takes it back, or sends it: at once, or although a colleague answered. */
const useHeldActions = (held: HeldMessage) => {
  const { conversationId: id } = useTimelineActions()
  const { t, i18n } = useTranslation('inbox/conversations')
  const queryClient = useQueryClient()
  const readAgain = () => readHeldAgain(queryClient, id)
  const undo = useMutation({
    mutationFn: () => call(undoHeldMessage, { params: { id, heldId: held.id } }),
    onSuccess: (back) => {
      dropHeld(queryClient, id, held.id)
      giveBack(id, back)
    },
    onError: (error) => {
      if (isNotFound(error)) toastInfo(t('held.tooLate'))
      else toastError(i18n, error)
    },
    onSettled: readAgain,
    meta: { quiet: true },
  })
  const release = useMutation({
    mutationFn: (anyway: boolean) => call(releaseHeldMessages, { params: { id }, body: { upTo: held.id, anyway } }),
    onSettled: readAgain,
  })
  return {
    undo: () => undo.mutate(),
    release: (anyway: boolean) => release.mutate(anyway),
    busy: undo.isPending || release.isPending,
  }
}

/** The seconds in which it can still be taken back, and the buttons for it; colleagues see whose it is. */
const Waiting = ({ held, own }: { held: HeldMessage; own: boolean }) => {
  const { t } = useTranslation('inbox/conversations')
  const seconds = useSecondsTo(held.heldUntil)
  const { undo, release, busy } = useHeldActions(held)
  if (!own)
    return (
      <div className={classes.held}>
        <span>{t('held.colleague', { name: held.author.name })}</span>
      </div>
    )
  return (
    <div className={classes.held}>
      {seconds > 0 ? <span aria-hidden="true">{t('outbox.held', { count: seconds })}</span> : null}
      <Button size="compact-xs" variant="light" disabled={busy} onClick={undo}>
        {t('outbox.undo')}
      </Button>
      {held.kind === 'survey' ? null : (
        <Button size="compact-xs" variant="subtle" disabled={busy} onClick={() => release(false)}>
          {t('outbox.sendNow')}
        </Button>
      )}
    </div>
  )
}

/** Why it came back, and what its author can do about it. */
const Returned = ({ held, own }: { held: HeldMessage; own: boolean }) => {
  const { t, i18n } = useTranslation(['inbox/conversations', 'errors'])
  const { undo, release, busy } = useHeldActions(held)
  const { returned } = held
  if (!returned) return null
  const { reason, by, code } = returned
  const why =
    reason === 'refused'
      ? t(i18n.exists(`errors:${code}`) ? `errors:${code}` : 'errors:unexpected')
      : t(`held.${reason}`, { name: by ?? t('held.somebody') })
  const orphan = reason === 'refused' && code === 'forbidden'
  return (
    <div
      className={classes.failure}
      data-kind={reason === 'refused' ? 'failed' : 'unknown'}
      role={own ? 'alert' : undefined}
    >
      <p>{own ? why : t('held.notSent', { name: held.author.name })}</p>
      {own || orphan ? (
        <div className={classes.failureActions}>
          {own ? (
            <Button size="compact-xs" variant="light" disabled={busy} onClick={() => release(reason !== 'refused')}>
              {t(reason === 'refused' ? 'common:retry' : 'composer.collision.send')}
            </Button>
          ) : null}
          <Button size="compact-xs" variant="subtle" color="gray" disabled={busy} onClick={undo}>
            {t(own ? 'held.takeBack' : 'outbox.discard')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** What a member sent but is still held: a message, all messages of a macro, or the survey. */
export const HeldRow = memo(({ held }: { held: HeldMessage }) => {
  const { t } = useTranslation('inbox/conversations')
  const { user } = useSignedIn()
  const own = held.author.id === user.id
  const label =
    held.kind === 'macro' ? t('held.macro', { name: held.name }) : held.kind === 'survey' ? t('held.survey') : null
  return (
    <div className={classes.row} data-side="out" data-first data-last data-held={held.state}>
      {label ? <span className={classes.heldLabel}>{label}</span> : null}
      <ByPlace items={held.contents}>{(content) => <Bubble content={content} at={held.createdAt} />}</ByPlace>
      {held.state === 'held' ? <Waiting held={held} own={own} /> : <Returned held={held} own={own} />}
    </div>
  )
})
