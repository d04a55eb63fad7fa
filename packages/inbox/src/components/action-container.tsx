import type { ButtonType, IMessageAction, IMessageButton } from '../client/wire.ts'
import { useCss } from '../theme/adopt.ts'
import { useStyle } from '../theme/styles.tsx'
import css from './action-container.css?inline'
import { cx } from './cx.ts'

export interface ActionContainerProps {
  action: IMessageAction
  onActionClick: (type: ButtonType) => void
}

/** The buttons of a notification; once their action is done, what the pressed one leaves behind, if anything. */
export function ActionContainer({ action, onActionClick }: ActionContainerProps) {
  useCss(css)
  const rootStyle = useStyle('notifications.listItem.buttons.root')
  const { buttons = [], status, result } = action
  if (status === 'done') {
    const left = buttons.find(({ type }) => type === result?.type)?.resultContent
    return left ? <div className="nc-notifications-list-item-result">{left}</div> : null
  }
  if (buttons.length === 0) return null
  return (
    <div className={cx('nc-notifications-list-item-buttons', rootStyle)}>
      {buttons.map((button) => (
        <ActionButton key={button.type} button={button} onClick={() => onActionClick(button.type)} />
      ))}
    </div>
  )
}

function ActionButton({ button, onClick }: { button: IMessageButton; onClick: () => void }) {
  const primary = useStyle('notifications.listItem.buttons.primary')
  const secondary = useStyle('notifications.listItem.buttons.secondary')
  const isPrimary = button.type === 'primary'
  return (
    <button
      type="button"
      className={cx(
        'nc-notifications-list-item-button',
        isPrimary ? 'nc-notifications-list-item-button-primary' : 'nc-notifications-list-item-button-secondary',
        isPrimary ? primary : secondary,
      )}
      data-test-id={`notification-button-${button.type}`}
      onClick={(event) => {
        event.stopPropagation()
        onClick()
      }}
    >
      {button.content}
    </button>
  )
}
