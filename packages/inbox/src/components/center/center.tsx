import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useInbox } from '../../react/context.ts'
import { ScreensEnum } from '../../react/enums.ts'
import {
  type INotificationCenterProps,
  NotificationCenterContext,
  useNotificationCenter,
} from '../../react/notification-center.ts'
import { useTranslations } from '../../react/translations.tsx'
import { useNotifications } from '../../react/use-notifications.ts'
import { useCss } from '../../theme/adopt.ts'
import { useStyle } from '../../theme/styles.tsx'
import { Announcer } from '../announcer.tsx'
import { cx } from '../cx.ts'
import { NotificationList } from '../list/notification-list.tsx'
import { Notice, NoticesProvider, useAttempt } from '../notices.tsx'
import { SettingsView } from '../settings-view.tsx'
import shared from '../shared.css?inline'
import css from './center.css?inline'
import { Confirm } from './confirm.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Tabs } from './tabs.tsx'
import { type View, viewQuery } from './view.ts'

/** The list and the settings, wherever they stand. */
export function Center(props: INotificationCenterProps) {
  useCss(shared)
  useCss(css)
  const context = {
    ...props,
    showUserPreferences: props.showUserPreferences ?? true,
    allowedNotificationActions: props.allowedNotificationActions ?? true,
  }
  return (
    <NotificationCenterContext.Provider value={context}>
      <NoticesProvider>
        <Screens />
        <Announcer />
      </NoticesProvider>
    </NotificationCenterContext.Provider>
  )
}

function Screens() {
  const { header, footer, preferenceFilter, preferenceGroups } = useNotificationCenter()
  const [screen, setScreen] = useState<ScreensEnum>(ScreensEnum.NOTIFICATIONS)
  const root = useRef<HTMLDivElement>(null)
  const showList = () => {
    setScreen(ScreensEnum.NOTIFICATIONS)
    focusSoon(root, '.nc-header-cog')
  }
  return (
    <div ref={root} className={cx('nc-layout-wrapper', useStyle('layout.root'))} data-test-id="layout-wrapper">
      {header?.({ setScreen, screen })}
      <div className="nc-main" data-test-id="main-wrapper">
        {screen === ScreensEnum.SETTINGS ? (
          <SettingsView
            onBack={showList}
            hasHeader={!header}
            preferenceFilter={preferenceFilter}
            preferenceGroups={preferenceGroups}
          />
        ) : (
          <ListScreen root={root} onSettings={() => setScreen(ScreensEnum.SETTINGS)} />
        )}
      </div>
      {footer ? footer() : <Footer />}
      <Notice />
    </div>
  )
}

/** Once the screen has changed, the keyboard goes on from the control that belongs to it. */
function focusSoon(root: RefObject<HTMLElement | null>, selector: string) {
  setTimeout(() => root.current?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }))
}

function ListScreen({ root, onSettings }: { root: RefObject<HTMLElement | null>; onSettings: () => void }) {
  const { t } = useTranslations()
  const { header, tabs } = useNotificationCenter()
  const { storeId, storeQuery } = useNotifications()
  const [view, setView] = useState<View>('inbox')
  const [asksRemoval, setAsksRemoval] = useState(false)
  const id = useId()
  const show = (next: View) => {
    setView(next)
    focusSoon(root, next === 'inbox' ? '.nc-header-menu-button' : '.nc-header-back-button')
  }
  const hasTabs = Boolean(tabs?.length)
  const label = view === 'inbox' ? t('notifications') : t(view)
  return (
    <>
      {!header && (
        <Header view={view} setView={show} onSettings={onSettings} onRemoveAll={() => setAsksRemoval(true)} />
      )}
      {hasTabs && tabs && <Tabs tabs={tabs} id={id} onChange={() => setView('inbox')} />}
      <Panel tabbedBy={hasTabs ? `${id}-tab-${storeId}` : undefined} id={`${id}-panel`}>
        <NotificationList query={viewQuery(storeQuery, view)} label={label} />
      </Panel>
      {asksRemoval && (
        <RemoveAll
          onEnd={() => {
            setAsksRemoval(false)
            focusSoon(root, '.nc-header-menu-button, .nc-header-cog')
          }}
        />
      )}
    </>
  )
}

const Panel = ({ tabbedBy, id, children }: { tabbedBy: string | undefined; id: string; children: ReactNode }) =>
  tabbedBy ? (
    <div className="nc-panel" role="tabpanel" id={id} aria-labelledby={tabbedBy}>
      {children}
    </div>
  ) : (
    <div className="nc-panel">{children}</div>
  )

function RemoveAll({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslations()
  const inbox = useInbox()
  const attempt = useAttempt()
  const { storeQuery } = useNotifications()
  const remove = () => {
    const { feedIdentifier } = storeQuery
    const feeds = Array.isArray(feedIdentifier) ? feedIdentifier : [feedIdentifier]
    attempt(Promise.all(feeds.map((feed) => inbox.removeAll(feed))))
    onEnd()
  }
  return <Confirm text={t('removeAllConfirm')} action={t('removeAll')} onConfirm={remove} onCancel={onEnd} />
}
