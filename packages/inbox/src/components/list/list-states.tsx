import { useEffect, useState } from 'react'
import { useInbox, useInboxState } from '../../react/context.ts'
import { useNotificationCenter } from '../../react/notification-center.ts'
import { useTranslations } from '../../react/translations.tsx'
import { Icon } from '../icons.tsx'

const widths = [
  [88, 56],
  [72, 0],
  [94, 40],
  [64, 0],
  [80, 62],
] as const

/** Grey rows in the place of those on their way. */
export function Skeleton() {
  const { t } = useTranslations()
  return (
    <div className="nc-skeleton" role="status" aria-label={t('loading')}>
      {widths.map(([first, second]) => (
        <div key={first} className="nc-skeleton-row">
          <div className="nc-skeleton-actor" />
          <div className="nc-skeleton-lines">
            <div className="nc-skeleton-line" style={{ inlineSize: `${first}%` }} />
            {second > 0 && <div className="nc-skeleton-line" style={{ inlineSize: `${second}%` }} />}
            <div className="nc-skeleton-line nc-skeleton-time" />
          </div>
        </div>
      ))}
    </div>
  )
}

export function Empty() {
  const { t } = useTranslations()
  const { emptyState } = useNotificationCenter()
  if (emptyState) return emptyState
  return (
    <div className="nc-empty" data-test-id="no-notifications">
      <span className="nc-empty-picture">
        <Icon name="inbox" />
      </span>
      <p className="nc-empty-text">{t('noNewNotification')}</p>
    </div>
  )
}

export function Failure({ onRetry, isBusy }: { onRetry: () => void; isBusy: boolean }) {
  const { t } = useTranslations()
  return (
    <div className="nc-failure" data-test-id="notifications-load-failed">
      <p className="nc-failure-text" role="alert">
        {t('loadFailed')}
      </p>
      <button type="button" className="nc-text-button" aria-disabled={isBusy} onClick={isBusy ? undefined : onRetry}>
        {t('retry')}
      </button>
    </div>
  )
}

const patience = 3000

/** Says that the connection is gone, once it is for longer than a moment. */
export function OfflineLine() {
  const { t } = useTranslations()
  const inbox = useInbox()
  const isGone = useInboxState((state) => state.connection === 'disconnected')
  const [isLong, setLong] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another inbox has a connection of its own
  useEffect(() => {
    setLong(false)
    if (!isGone) return
    const timer = setTimeout(() => setLong(true), patience)
    return () => clearTimeout(timer)
  }, [isGone, inbox])
  return (
    <div className="nc-offline-place" role="status" data-test-id="connection-status">
      {isGone && isLong && <span className="nc-offline">{t('offline')}</span>}
    </div>
  )
}
