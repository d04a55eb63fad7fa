import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import type { ExtraKind } from './plus-menu.tsx'
import type { PlannedFile } from './schedule-form.tsx'
import type { ComposerSend } from './use-composer-send.ts'

export type OpenDialog = ExtraKind | 'voice' | 'schedule' | null

const LocationDialog = lazyCode(async () => (await import('./location-dialog.tsx')).LocationDialog)
const ContactsDialog = lazyCode(async () => (await import('./contacts-dialog.tsx')).ContactsDialog)
const InteractiveDialog = lazyCode(async () => (await import('./interactive-dialog.tsx')).InteractiveDialog)
const ScheduleDialog = lazyCode(async () => (await import('./schedule-dialog.tsx')).ScheduleDialog)
const VoiceRecorder = lazyCode(async () => (await import('./voice-recorder.tsx')).VoiceRecorder)

export type DialogProps = {
  conversation: ConversationSummary
  /** What stands in the field. */
  text: string
  /** Files that were chosen. */
  files: readonly PlannedFile[]
  replyToId: string | null
  sending: ComposerSend
  /** The text went along. */
  onTaken: () => void
  /** The files went along. */
  onFilesTaken: () => void
  onReplied: () => void
  onClose: () => void
}

const Content = ({ dialog, ...props }: DialogProps & { dialog: Exclude<OpenDialog, null> }) => {
  if (dialog === 'location') return <LocationDialog {...props} />
  if (dialog === 'contacts') return <ContactsDialog {...props} />
  if (dialog === 'schedule') return <ScheduleDialog {...props} />
  if (dialog === 'voice') return <VoiceRecorder {...props} />
  return <InteractiveDialog kind={dialog} {...props} />
}

/** What the composer opens, loaded when first asked for, and the question before two people answer at once. */
export const ComposerDialogs = ({ dialog, ...props }: DialogProps & { dialog: OpenDialog }) => {
  const { t } = useTranslation('inbox/conversations')
  const { sending } = props
  return (
    <>
      {dialog ? (
        <Suspense fallback={null}>
          <Content dialog={dialog} {...props} />
        </Suspense>
      ) : null}
      {sending.asking ? (
        <ConfirmDialog
          opened
          title={t(sending.asking.answering ? 'composer.collision.answering' : 'composer.collision.title', {
            name: sending.asking.name,
          })}
          confirmLabel={t('composer.collision.send')}
          onConfirm={async () => sending.confirm()}
          onClose={sending.cancel}
        >
          {t('composer.collision.text')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
