import { Button } from '@mantine/core'
import type { Message } from '@recado/contracts/inbox/messages'
import { graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import classes from './bubble.module.css'
import { useTimelineActions } from './timeline-actions.ts'

const windowCodes = [131047]

/** Whether a message that failed can arrive as a template only. */
export const needsTemplate = ({ error }: Message): boolean =>
  error?.class === 'window' || windowCodes.includes(error?.code ?? 0)

const Unknown = ({ message }: { message: Message }) => {
  const { t } = useTranslation('inbox/conversations')
  const { resend, canReply } = useTimelineActions()
  const [asking, setAsking] = useState(false)
  return (
    <div className={classes.failure} data-kind="unknown">
      <p>{t('failure.unknown')}</p>
      {canReply ? (
        <div className={classes.failureActions}>
          <Button size="compact-xs" variant="light" color="clay" onClick={() => setAsking(true)}>
            {t('failure.resendAnyway')}
          </Button>
        </div>
      ) : null}
      {asking ? (
        <ConfirmDialog
          opened
          title={t('failure.unknownTitle')}
          confirmLabel={t('failure.resendAnyway')}
          onConfirm={async () => resend(message)}
          onClose={() => setAsking(false)}
        >
          {t('failure.unknownRisk')}
        </ConfirmDialog>
      ) : null}
    </div>
  )
}

const Resent = () => {
  const { t } = useTranslation('inbox/conversations')
  return <p className={classes.resent}>{t('failure.resent')}</p>
}

const Failed = ({ message }: { message: Message }) => {
  const { t } = useTranslation(['inbox/conversations', 'whatsapp/graph-errors'])
  const { resend, dismiss, openTemplates, canReply } = useTimelineActions()
  const code = message.error?.code ?? null
  const key = graphErrorTextKey(code)
  return (
    <div className={classes.failure} data-kind="failed">
      <p>
        <b>{t('failure.title')}</b> {t(`whatsapp/graph-errors:${key}.reason`, { defaultValue: t('failure.reason') })}
      </p>
      <p>{t(`whatsapp/graph-errors:${key}.next`, { defaultValue: t('failure.next') })}</p>
      {code === null ? null : <small title={message.error?.details ?? undefined}>{t('failure.code', { code })}</small>}
      {canReply ? (
        <div className={classes.failureActions}>
          {needsTemplate(message) ? (
            <Button size="compact-xs" variant="light" color="red" onClick={openTemplates}>
              {t('failure.template')}
            </Button>
          ) : (
            <Button size="compact-xs" variant="light" color="red" onClick={() => resend(message)}>
              {t('failure.resend')}
            </Button>
          )}
          {message.payload.dismissedAt ? null : (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={() => dismiss(message)}>
              {t('failure.dismiss')}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  )
}

/** Why a message did not arrive, in plain words, what to do, and the button that does it. */
export const FailureNote = ({ message }: { message: Message }) => {
  if (message.payload.resentAs) return <Resent />
  if (message.status === 'unknown') return <Unknown message={message} />
  return message.status === 'failed' ? <Failed message={message} /> : null
}
