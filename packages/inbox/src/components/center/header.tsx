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
import { BackBar, Bar, Title } from './bar.tsx'
import { HeaderMenu } from './header-menu.tsx'
import { isPartOfFeed, type View } from './view.ts'

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
  if (props.view !== 'inbox') return <BackBar title={t(props.view)} onBack={() => props.setView('inbox')} />
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

function MarkAllRead() {
  const { t } = useTranslations()
  const inbox = useInbox()
  const attempt = useAttempt()
  const { notifications = [], storeQuery } = useNotifications()
  const unread = notifications.filter(isUnread).map(({ _id }) => _id)
  // A server marks whole feeds, ours also by payload: of another part of a feed, what is known of it.
  const { payload, ...rest } = storeQuery
  const canAll = !isPartOfFeed(rest) && (!payload || notifications.some(({ archived }) => archived !== undefined))
  const markAll = () =>
    canAll ? inbox.markAllRead(storeQuery.feedIdentifier, payload) : inbox.markAs(unread, { seen: true, read: true })
  return (
    <button
      type="button"
      className={cx('nc-header-mark-as-read', useStyle('header.markAsRead'))}
      data-test-id="notifications-header-mark-all-as-read"
      disabled={unread.length === 0}
      title={t('markAllAsRead')}
      onClick={() => attempt(markAll())}
    >
      <Icon name="checks" />
      <span className="nc-header-mark-as-read-label">{t('markAllAsRead')}</span>
    </button>
  )
}
