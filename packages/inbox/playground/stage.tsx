import { useMemo, useState } from 'react'
import {
  type IMessage,
  type INotificationCenterProps,
  type IStore,
  type ITab,
  NotificationCenter,
  NovuProvider,
  PopoverNotificationCenter,
  SubscriberPreference,
  useUpdateAction,
} from '../src/index.ts'
import { ElementStage } from './element-stage.tsx'
import { backendOf, type Identity } from './identity.ts'
import type { Params } from './params.ts'
import { chooseBell, chooseSlots } from './slots.tsx'

export type Note = (name: string, detail: unknown) => void
export type StageProps = { params: Params; identity: Identity; note: Note }

const queries: Record<string, NonNullable<IStore['query']>> = {
  all: {},
  unread: { read: false },
  archived: { archived: true },
  snoozed: { snoozed: true },
}

const storesOf = (tabs: string): IStore[] =>
  tabs.split(',').map((storeId) => ({
    storeId,
    query: queries[storeId] ?? { feedIdentifier: storeId.replace(/^feed:/, '') },
  }))

const tabsOf = (tabs: string): ITab[] =>
  tabs.split(',').map((storeId) => {
    const name = storeId.replace(/^feed:/, '')
    return { storeId, name: name.charAt(0).toUpperCase() + name.slice(1) }
  })

const strategyOf = (list: string) =>
  Object.fromEntries(
    list
      .split(',')
      .filter(Boolean)
      .map((flag) => [flag.replace(/^-/, ''), !flag.startsWith('-')]),
  )

function Inbox({ params, note }: StageProps) {
  const [isOpen, setOpen] = useState(params.open)
  const { updateAction } = useUpdateAction()
  const bell = useMemo(() => chooseBell(params.slots, params.scheme), [params.slots, params.scheme])
  const props: INotificationCenterProps & { colorScheme: Params['scheme'] } = {
    colorScheme: params.scheme,
    showUserPreferences: params.preferences,
    allowedNotificationActions: params.menu,
    closeOnNotificationClick: params.closeOnClick,
    ...(params.tabs && { tabs: tabsOf(params.tabs) }),
    ...chooseSlots(params.slots),
    onUrlChange: (url) => note('url-change', url),
    onNotificationClick: (message: IMessage) => note('notification-click', message._id),
    onUnseenCountChanged: (count) => note('unseen-count', count),
    onTabClick: (tab) => note('tab-click', tab.storeId),
    onActionClick: (identifier, type, message) => {
      note('action-click', `${identifier} ${type}`)
      void updateAction({ messageId: message._id, actionButtonType: type, status: 'done' })
    },
  }
  const theme = params.brand ? { common: { primaryColor: params.brand } } : undefined
  if (params.kind === 'list') return <NotificationCenter {...props} theme={theme} />
  const controlled = params.controlled || params.open
  return (
    <>
      {controlled && (
        <button type="button" data-testid="host-toggle" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Close from the page' : 'Open from the page'}
        </button>
      )}
      <PopoverNotificationCenter {...props} theme={theme} {...(controlled && { open: isOpen, onOpenChange: setOpen })}>
        {bell}
      </PopoverNotificationCenter>
    </>
  )
}

function ReactStage(props: StageProps) {
  const { params, identity, note } = props
  const stores = useMemo(() => (params.tabs ? storesOf(params.tabs) : undefined), [params.tabs])
  return (
    <NovuProvider
      applicationIdentifier={identity.applicationIdentifier}
      subscriberId={identity.subscriberId}
      subscriberHash={identity.subscriberHash}
      backendUrl={backendOf(identity, params)}
      socketUrl={identity.socketUrl}
      i18n={params.lang}
      stores={stores}
      pageSize={params.pageSize ? Number(params.pageSize) : undefined}
      initialFetchingStrategy={strategyOf(params.strategy)}
      onLoad={({ organization }) => note('load', organization.name)}
    >
      {params.kind === 'preferences' ? <SubscriberPreference /> : <Inbox {...props} />}
    </NovuProvider>
  )
}

/** The inbox as a page has it, by React or by the elements. */
export function Stage(props: StageProps) {
  return props.params.kind.startsWith('element') ? <ElementStage {...props} /> : <ReactStage {...props} />
}
