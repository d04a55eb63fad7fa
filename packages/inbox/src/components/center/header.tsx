import type { ReactNode } from 'react'
import { useInbox } from '../../react/context.ts'
import { useNotificationCenter } from '../../react/notification-center.ts'
import { useTranslations } from '../../react/translations.tsx'
import { useNotifications } from '../../react/use-notifications.ts'
import { useStyle } from '../../theme/styles.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icons.tsx'
import { isUnread } from '../item/use-item.ts'
import { useAttempt } from '../notices.tsx'
import { UnseenBadge } from '../unseen-badge.tsx'
import { HeaderMenu } from './header-menu.tsx'
import type { View } from './view.ts'

export interface HeaderProps {
  view: View
  setView: (view: View) => void
  onSettings: () => void
  onRemoveAll: () => void
}

/** The bar above the list. */
export function Header(props: HeaderProps) {
  const { t } = useTranslations()
  const { tabs, showUserPreferences } = useNotificationCenter()
  const { unseenCount } = useNotifications()
  const cog = useStyle('header.cog')
  if (props.view !== 'inbox') return <PutAwayHeader view={props.view} onBack={() => props.setView('inbox')} />
  return (
    <Bar>
      <Title text={t('notifications')} />
      {!tabs?.length && <UnseenBadge count={unseenCount} />}
      <div className="nc-header-controls">
        <MarkAllRead />
        <HeaderMenu setView={props.setView} onRemoveAll={props.onRemoveAll} />
        {showUserPreferences && (
          <button
            type="button"
            className={cx('nc-icon-button nc-header-cog', cog)}
            data-test-id="user-preference-cog"
            aria-label={t('settings')}
            title={t('settings')}
            onClick={props.onSettings}
          >
            <Icon name="cog" />
          </button>
        )}
      </div>
    </Bar>
  )
}

function PutAwayHeader({ view, onBack }: { view: 'archived' | 'snoozed'; onBack: () => void }) {
  const { t } = useTranslations()
  return (
    <Bar>
      <button
        type="button"
        className={cx('nc-icon-button nc-header-back-button', useStyle('header.backButton'))}
        data-test-id="go-back-btn"
        aria-label={t('back')}
        onClick={onBack}
      >
        <Icon name="back" className="nc-icon-directional" />
      </button>
      <Title text={t(view)} />
    </Bar>
  )
}

const Bar = ({ children }: { children: ReactNode }) => (
  <div className={cx('nc-header', useStyle('header.root'))}>{children}</div>
)

const Title = ({ text }: { text: string }) => (
  <h2 className={cx('nc-header-title', useStyle('header.title'))} data-test-id="notifications-header-title">
    {text}
  </h2>
)

function MarkAllRead() {
  const { t } = useTranslations()
  const inbox = useInbox()
  const attempt = useAttempt()
  const { notifications = [], storeQuery } = useNotifications()
  const isDone = !notifications.some(isUnread)
  return (
    <button
      type="button"
      className={cx('nc-header-mark-as-read', useStyle('header.markAsRead'))}
      data-test-id="notifications-header-mark-all-as-read"
      disabled={isDone}
      title={t('markAllAsRead')}
      onClick={() => attempt(inbox.markAllRead(storeQuery.feedIdentifier))}
    >
      <Icon name="checks" />
      <span className="nc-header-mark-as-read-label">{t('markAllAsRead')}</span>
    </button>
  )
}
