import { type KeyboardEvent, useEffect, useRef } from 'react'
import { type ITab, useNotificationCenter } from '../../react/notification-center.ts'
import { useStores } from '../../react/stores.tsx'
import { useTranslations } from '../../react/translations.tsx'
import { useFeedUnseenCount } from '../../react/use-counts.ts'
import { useNotifications } from '../../react/use-notifications.ts'
import { useCss } from '../../theme/adopt.ts'
import { useStyle } from '../../theme/styles.tsx'
import { badgeText } from '../badge-text.ts'
import { cx } from '../cx.ts'
import { UnseenBadge } from '../unseen-badge.tsx'
import { tabMove } from './tab-move.ts'
import css from './tabs.css?inline'

/** A tab for each list of the host, with the count of what was not seen in it. Who leaves a list has seen it. */
export function Tabs({ tabs, id, onChange }: { tabs: readonly ITab[]; id: string; onChange: () => void }) {
  useCss(css)
  const { t, dir } = useTranslations()
  const { storeId, setStore, markFetchedNotificationsAsSeen } = useNotifications()
  const { onTabClick } = useNotificationCenter()
  const list = useRef<HTMLDivElement>(null)
  const selected = tabs.findIndex((tab) => tab.storeId === storeId)
  const first = tabs[0]?.storeId
  useEffect(() => {
    if (selected < 0 && first !== undefined) setStore(first)
  }, [selected, first, setStore])
  useEffect(() => {
    const tab = list.current?.children[selected]
    if (tab && 'scrollIntoView' in tab) tab.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])

  const choose = (tab: ITab) => {
    if (tab.storeId !== storeId) {
      void markFetchedNotificationsAsSeen()
      setStore(tab.storeId)
      onChange()
    }
    onTabClick?.(tab)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = tabMove(event.key, selected, tabs.length, dir)
    const tab = to === null ? undefined : tabs[to]
    if (to === null || !tab) return
    event.preventDefault()
    choose(tab)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus()
  }
  return (
    <div
      ref={list}
      className={cx('nc-tabs', useStyle('tabs.tabsList'))}
      role="tablist"
      aria-label={t('notifications')}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <Tab key={tab.storeId} tab={tab} id={id} isSelected={tab.storeId === storeId} onClick={() => choose(tab)} />
      ))}
    </div>
  )
}

function Tab(props: { tab: ITab; id: string; isSelected: boolean; onClick: () => void }) {
  const { tab, id, isSelected } = props
  const { t } = useTranslations()
  const { stores } = useStores()
  const query = stores.find(({ storeId }) => storeId === tab.storeId)?.query
  const count = useFeedUnseenCount({ query }).data?.count
  const tabStyle = useStyle('tabs.tab')
  const labelStyle = useStyle('tabs.tabLabel')
  const iconStyle = useStyle('tabs.tabIcon')
  const text = badgeText(count)
  return (
    <button
      type="button"
      role="tab"
      id={`${id}-tab-${tab.storeId}`}
      className={cx('nc-tab', isSelected && 'nc-tab-selected', tabStyle)}
      data-test-id={`tab-${tab.storeId}`}
      aria-selected={isSelected}
      aria-controls={isSelected ? `${id}-panel` : undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={props.onClick}
    >
      {tab.icon && <span className={cx('nc-tab-icon', iconStyle)}>{tab.icon}</span>}
      <span className={cx('nc-tab-label', labelStyle)}>{tab.name}</span>
      {text && <span className="nc-visually-hidden">. {t('newCount', { count: text })}</span>}
      <span className="nc-tab-count" aria-hidden="true">
        <UnseenBadge count={count} />
      </span>
    </button>
  )
}
