import {
  ButtonTypeEnum,
  type IMessage,
  type ITab,
  MessageActionStatusEnum,
  NotificationBell,
  NovuProvider,
  PopoverNotificationCenter,
  useNotifications,
  useUnseenCount,
  useUpdateAction,
} from '@novu/notification-center'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

// A page as its owner wrote it for the 0.24 widget. It is built twice, with that widget and with ours, and must not know
// which one it has.

const search = new URLSearchParams(location.search)
const given = (name: string) => search.get(name) ?? ''

const stores = [
  { storeId: 'everything', query: {} },
  { storeId: 'orders', query: { feedIdentifier: given('feed') } },
]
const tabs: ITab[] = [
  { name: 'Everything', storeId: 'everything' },
  { name: 'Orders', storeId: 'orders' },
]
const i18n = {
  lang: 'en',
  translations: { notifications: 'What happened', markAllAsRead: 'I know it all', settings: 'What I want to hear' },
}
const theme = {
  light: { header: { fontColor: 'rgb(0, 0, 120)' }, layout: { background: 'rgb(255, 255, 240)' } },
  common: { fontFamily: 'monospace' },
}
const styles = {
  header: { title: { letterSpacing: '2px' } },
  footer: { root: { borderTop: '3px solid rgb(0, 0, 120)' } },
  notifications: { listItem: { unread: { outlineWidth: '1px' } } },
}

function Result({ type }: { type: string | undefined }) {
  return <strong data-testid="result">You said {type === ButtonTypeEnum.PRIMARY ? 'yes' : 'no'}</strong>
}

function Counts() {
  const { data } = useUnseenCount()
  const { unreadCount, notifications, markAllNotificationsAsRead } = useNotifications()
  return (
    <p style={{ position: 'fixed', insetBlockEnd: 0, insetInlineEnd: 0 }}>
      <output data-testid="unseen">{data?.count ?? 'unknown'}</output>
      <output data-testid="unread">{unreadCount}</output>
      <output data-testid="fetched">{notifications?.length ?? 'none'}</output>
      <button type="button" onClick={() => markAllNotificationsAsRead()}>
        Read everything
      </button>
    </p>
  )
}

function Center({ note }: { note: (line: string) => void }) {
  const { updateAction } = useUpdateAction()
  const hasSlots = search.has('slots')
  const slots = hasSlots
    ? {
        header: () => <h2 data-testid="header">Our header</h2>,
        listItem: (message: IMessage, onButton: (type: ButtonTypeEnum) => void, onClick: () => void) => (
          <div data-testid="item">
            <button type="button" onClick={onClick}>
              {String(message.payload.n)}
            </button>
            <button type="button" onClick={() => onButton(ButtonTypeEnum.SECONDARY)}>
              Answer
            </button>
          </div>
        ),
      }
    : { tabs }
  return (
    <PopoverNotificationCenter
      colorScheme="light"
      theme={theme}
      position="bottom-start"
      offset={10}
      {...slots}
      footer={() => <em data-testid="footer">Our footer</em>}
      emptyState={<p data-testid="empty">Quiet here</p>}
      actionsResultBlock={(_identifier, action) => <Result type={action.result?.type} />}
      preferenceFilter={(preference) => !preference.template.name.includes('Hidden')}
      onUrlChange={(url) => note(`url ${url}`)}
      onNotificationClick={(message) => note(`click ${message.payload.n}`)}
      onUnseenCountChanged={(count) => note(`unseen ${count}`)}
      onTabClick={(tab) => note(`tab ${tab.storeId}`)}
      onActionClick={(identifier, type, message) => {
        note(`action ${identifier} ${type}`)
        updateAction({ messageId: message._id, actionButtonType: type, status: MessageActionStatusEnum.DONE })
      }}
    >
      {({ unseenCount }) => <NotificationBell unseenCount={unseenCount} />}
    </PopoverNotificationCenter>
  )
}

function Page() {
  const [lines, setLines] = useState<string[]>([])
  const note = (line: string) => setLines((before) => [...before, line])
  return (
    <NovuProvider
      applicationIdentifier={given('app')}
      subscriberId={given('subscriber')}
      subscriberHash={given('hash')}
      backendUrl={given('api')}
      socketUrl={given('api')}
      stores={search.has('slots') ? undefined : stores}
      i18n={i18n}
      styles={styles}
      initialFetchingStrategy={{ fetchNotifications: true }}
      onLoad={({ organization }) => note(`loaded ${organization.name}`)}
    >
      <Center note={note} />
      <Counts />
      <ol data-testid="log">
        {lines.map((line, n) => (
          <li key={n}>{line}</li>
        ))}
      </ol>
    </NovuProvider>
  )
}

createRoot(document.getElementById('root') ?? document.body).render(<Page />)
