import { type ReactElement, useCallback, useMemo } from 'react'
import { NotificationBell } from '../components/notification-bell.tsx'
import { PopoverNotificationCenter } from '../components/popover-notification-center.tsx'
import { useOpenedParts } from '../components/use-opened-parts.ts'
import type { INotificationCenterProps } from '../react/notification-center.ts'
import { NovuProvider } from '../react/provider.tsx'
import { useUpdateAction } from '../react/use-changes.ts'
import type { Tell } from './base.ts'
import type { ElementFields } from './fields.ts'

type InnerProps = { values: ElementFields; tell: Tell; setOpen: (open: boolean) => void }

const withoutCredit = () => null

/** Every callback of the page, by both of its names, and the event of the same meaning. Actions are saved right here. */
function useCenterProps(values: ElementFields, tell: Tell): INotificationCenterProps {
  const { updateAction } = useUpdateAction()
  return {
    ...(values.tabs && { tabs: values.tabs }),
    showUserPreferences: values.showUserPreferences,
    allowedNotificationActions: values.allowedNotificationActions,
    closeOnNotificationClick: values.closeOnNotificationClick,
    preferenceFilter: values.preferenceFilter,
    ...(values.footer === false && { footer: withoutCredit }),
    onUrlChange: (url, message) => {
      values.onUrlChange?.(url, message)
      if (tell('url-changed', url) && !values.onUrlChange) location.assign(url)
    },
    onNotificationClick: (message) => {
      values.onNotificationClick?.(message)
      values.notificationClicked?.(message)
      tell('notification-clicked', message)
    },
    onUnseenCountChanged: (count) => {
      values.onUnseenCountChanged?.(count)
      values.unseenCountChanged?.(count)
      tell('unseen-count-changed', count)
    },
    onActionClick: (templateIdentifier, type, message) => {
      void updateAction({ messageId: message._id, actionButtonType: type, status: 'done' })
      values.onActionClick?.(templateIdentifier, type, message)
      values.actionClicked?.(templateIdentifier, type, message)
      tell('action-clicked', { templateIdentifier, type, message })
    },
    onTabClick: (tab) => {
      values.onTabClick?.(tab)
      values.tabClicked?.(tab)
      tell('tab-clicked', tab)
    },
  }
}

function Bell({ values, tell, setOpen }: InnerProps) {
  const { colorScheme = 'dark', unseenBadgeColor, unseenBadgeBackgroundColor, open = false } = values
  const center = useCenterProps(values, tell)
  const { offset, position } = values.popoverConfig ?? values.popover ?? {}
  const bell = useCallback(
    ({ unseenCount }: { unseenCount?: number | undefined }): ReactElement => (
      <NotificationBell
        unseenCount={unseenCount}
        colorScheme={colorScheme}
        unseenBadgeColor={unseenBadgeColor}
        unseenBadgeBackgroundColor={unseenBadgeBackgroundColor}
      />
    ),
    [colorScheme, unseenBadgeColor, unseenBadgeBackgroundColor],
  )
  return (
    <PopoverNotificationCenter
      {...center}
      colorScheme={colorScheme}
      theme={values.theme}
      offset={offset}
      position={position}
      open={open}
      onOpenChange={(isOpen) => {
        setOpen(isOpen)
        tell('open-changed', isOpen)
      }}
    >
      {bell}
    </PopoverNotificationCenter>
  )
}

function List({ values, tell }: InnerProps) {
  const center = useCenterProps(values, tell)
  const parts = useOpenedParts(true)
  return parts ? (
    <parts.NotificationCenter {...center} colorScheme={values.colorScheme ?? 'dark'} theme={values.theme} />
  ) : null
}

/** What an element shows: the provider with the bell or the list, from the fields of the element. */
export function ElementInbox(props: InnerProps & { kind: 'bell' | 'list' }) {
  const { values, tell, kind } = props
  const Inner = kind === 'bell' ? Bell : List
  // The page may change a callback at any time; the provider asks for the latest one.
  const onLoad = useMemo(
    (): NonNullable<ElementFields['onLoad']> => (data) => {
      values.onLoad?.(data)
      values.sessionLoaded?.(data)
      tell('session-loaded', data)
    },
    [values, tell],
  )
  return (
    <NovuProvider
      applicationIdentifier={values.applicationIdentifier}
      subscriberId={values.subscriberId}
      subscriberHash={values.subscriberHash}
      backendUrl={values.backendUrl}
      socketUrl={values.socketUrl}
      stores={values.stores}
      i18n={values.i18n}
      styles={values.styles}
      initialFetchingStrategy={values.initialFetchingStrategy}
      pageSize={values.pageSize}
      onLoad={onLoad}
    >
      <Inner {...props} />
    </NovuProvider>
  )
}
