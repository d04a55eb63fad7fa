import { type ReactElement, useState } from 'react'
import {
  type IMessage,
  type IMessageAction,
  type INotificationCenterProps,
  NotificationBell,
  type ScreensEnum,
} from '../src/index.ts'

type Slots = Pick<INotificationCenterProps, 'header' | 'footer' | 'listItem' | 'emptyState' | 'actionsResultBlock'>

function Header(props: { screen: ScreensEnum; setScreen: (screen: ScreensEnum) => void }) {
  const isList = props.screen === 'notifications'
  return (
    <div data-slot="header" style={{ display: 'flex', gap: 12, padding: 16 }}>
      <strong>Our own header</strong>
      <button type="button" onClick={() => props.setScreen(isList ? 'settings' : 'notifications')}>
        {isList ? 'Choose' : 'Done'}
      </button>
    </div>
  )
}

function Item(props: { message: IMessage; press: () => void; open: () => void }) {
  return (
    <div data-slot="listItem" style={{ padding: 12 }}>
      <button type="button" onClick={props.open}>
        {props.message.templateIdentifier}
      </button>
      {props.message.cta.action?.buttons?.length ? (
        <button type="button" onClick={props.press}>
          Press it
        </button>
      ) : null}
    </div>
  )
}

function Result({ action }: { action: IMessageAction }) {
  return <em data-slot="actions">You chose {action.result?.type}</em>
}

const slots: Required<{ [K in keyof Slots]: NonNullable<Slots[K]> }> = {
  header: (context) => <Header {...context} />,
  footer: () => <div data-slot="footer">Our own footer</div>,
  listItem: (message, onAction, onClick) => <Item message={message} press={() => onAction('primary')} open={onClick} />,
  emptyState: <p data-slot="emptyState">All done. Have a coffee.</p>,
  actionsResultBlock: (_identifier, action) => <Result action={action} />,
}

const named = { header: 'header', footer: 'footer', listItem: 'listItem', emptyState: 'emptyState' } as const

/** The slots whose names are in the list. */
export const chooseSlots = (list: string): Slots => {
  const wanted = list.split(',')
  const chosen = Object.values(named).filter((name) => wanted.includes(name))
  return {
    ...Object.fromEntries(chosen.map((name) => [name, slots[name]])),
    ...(wanted.includes('actions') && { actionsResultBlock: slots.actionsResultBlock }),
  }
}

function TextBell({ unseenCount }: { unseenCount: number | undefined }) {
  const [born] = useState(() => new Date().toLocaleTimeString())
  return (
    <button type="button" data-slot="bell" title={`Since ${born}`}>
      News: {unseenCount ?? '…'}
    </button>
  )
}

/** The bell of the popover: ours, or one that a host would write. */
export const chooseBell =
  (list: string, colorScheme: 'light' | 'dark') =>
  ({ unseenCount }: { unseenCount?: number | undefined }): ReactElement =>
    list.split(',').includes('bell') ? (
      <TextBell unseenCount={unseenCount} />
    ) : (
      <NotificationBell unseenCount={unseenCount} colorScheme={colorScheme} />
    )
