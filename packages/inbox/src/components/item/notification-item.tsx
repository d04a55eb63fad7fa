import { type MouseEvent, memo, type ReactNode, useId, useMemo } from 'react'
import type { IMessage } from '../../client/wire.ts'
import { useNotificationCenter } from '../../react/notification-center.ts'
import { useTranslations } from '../../react/translations.tsx'
import { useCss } from '../../theme/adopt.ts'
import { useStyle } from '../../theme/styles.tsx'
import { ActionContainer } from '../action-container.tsx'
import { mayHoldLinks, showContent } from '../content.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icons.tsx'
import { Actor } from './actor.tsx'
import { ItemMenu } from './item-menu.tsx'
import css from './notification-item.css?inline'
import { RelativeMoment } from './relative-moment.tsx'
import { isUnread, useItem } from './use-item.ts'

export interface NotificationItemProps {
  message: IMessage
  position: number
  /** How many the list has, −1 when that is not known. */
  setSize: number
}

/** One notification of the list, drawn by the host or by us. */
export const NotificationItem = memo(function NotificationItem({ message, position, setSize }: NotificationItemProps) {
  useCss(css)
  const { listItem } = useNotificationCenter()
  const item = useItem(message)
  const id = useId()
  const contentId = `${id}content`
  const place = { role: 'article', tabIndex: -1, 'aria-posinset': position, 'aria-setsize': setSize }
  const unread = isUnread(message)
  const unreadStyle = useStyle('notifications.listItem.unread')
  const readStyle = useStyle('notifications.listItem.read')
  if (listItem) {
    return (
      <div {...place} className="nc-notifications-list-slot">
        {listItem(message, item.press, item.open)}
      </div>
    )
  }
  return (
    <article
      {...place}
      className={cx(
        'nc-notifications-list-item',
        unread ? 'nc-notifications-list-item-unread' : 'nc-notifications-list-item-read',
        unread ? unreadStyle : readStyle,
      )}
      data-test-id="notification-list-item"
      aria-labelledby={`${contentId}-unread ${contentId}`}
    >
      <Card message={message} item={item} contentId={contentId} />
    </article>
  )
})

interface PartProps {
  message: IMessage
  item: Item
  contentId: string
}

function Card({ message, item, contentId }: PartProps) {
  const { allowedNotificationActions } = useNotificationCenter()
  const contentLayout = useStyle('notifications.listItem.contentLayout')
  return (
    <div className={cx('nc-notifications-list-item-layout', useStyle('notifications.listItem.layout'))}>
      <Actor message={message} />
      <div className={cx('nc-notifications-list-item-content-layout', contentLayout)}>
        <Text message={message} item={item} contentId={contentId} />
        <Action message={message} press={item.press} />
      </div>
      {allowedNotificationActions && <ItemMenu message={message} />}
    </div>
  )
}

type Item = ReturnType<typeof useItem>

/**
 * The text and the time, and what a click on the notification does. A text with links of its own cannot stand inside of
 * a link or button: then it stands before it, and the area of that covers it.
 */
function Text({ message, item, contentId }: PartProps) {
  const { t } = useTranslations()
  const shown = useMemo(() => showContent(message.content), [message.content])
  const hasLinks = mayHoldLinks(message.content)
  const { itemMeta } = useNotificationCenter()
  const style = useStyle('notifications.listItem.title')
  const look = (event: MouseEvent) => event.target instanceof Element && event.target.closest('a') && item.look()
  const content = (
    // biome-ignore lint/a11y/useKeyWithClickEvents: links in the content answer to the keyboard by themselves
    // biome-ignore lint/a11y/noStaticElementInteractions: links in the content are what is clicked
    <span
      id={contentId}
      className={cx('nc-notifications-list-item-title', style)}
      data-test-id="notification-content"
      onClick={hasLinks ? look : undefined}
    >
      {shown}
    </span>
  )
  return (
    <>
      {hasLinks && content}
      <Main item={item} labelledBy={hasLinks ? `${contentId}-unread ${contentId} ${contentId}-details` : undefined}>
        {isUnread(message) && (
          <span id={`${contentId}-unread`} className="nc-visually-hidden">
            {t('unread')}{' '}
          </span>
        )}
        {!hasLinks && content}
        <span id={`${contentId}-details`} className="nc-notifications-list-item-details">
          <When message={message} />
          {itemMeta?.(message)}
          {!message.seen && <span className="nc-notifications-list-item-dot" />}
        </span>
      </Main>
    </>
  )
}

function Main(props: { item: Item; labelledBy: string | undefined; children: ReactNode }) {
  const { address, open, look, isRouted } = props.item
  const shared = { className: 'nc-notifications-list-item-main', 'aria-labelledby': props.labelledBy }
  if (!address) {
    return (
      <button {...shared} type="button" onClick={open}>
        {props.children}
      </button>
    )
  }
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return look()
    if (isRouted) event.preventDefault()
    open()
  }
  return (
    <a {...shared} href={address} onClick={onClick} onAuxClick={(event) => event.button === 1 && look()}>
      {props.children}
    </a>
  )
}

function When({ message }: { message: IMessage }) {
  const style = useStyle('notifications.listItem.timestamp')
  const { snoozedUntil, createdAt } = message
  if (!snoozedUntil) {
    return <RelativeMoment date={createdAt} className={cx('nc-notifications-list-item-timestamp', style)} />
  }
  return (
    <span className={cx('nc-notifications-list-item-timestamp', style)}>
      <Icon name="clock" /> <ComesBack date={snoozedUntil} />
    </span>
  )
}

/** The sentence of the language around the moment. */
function ComesBack({ date }: { date: string }) {
  const { t } = useTranslations()
  const [before, after] = t('snoozedUntil', { time: '\n' }).split('\n')
  return (
    <>
      {before}
      <RelativeMoment date={date} className="nc-notifications-list-item-until" />
      {after}
    </>
  )
}

function Action({ message, press }: { message: IMessage; press: Item['press'] }) {
  const { actionsResultBlock } = useNotificationCenter()
  const action = message.cta?.action
  if (!action) return null
  if (action.status === 'done' && actionsResultBlock) return actionsResultBlock(message.templateIdentifier, action)
  return <ActionContainer action={action} onActionClick={press} />
}
