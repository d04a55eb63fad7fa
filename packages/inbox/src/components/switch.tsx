import { useCss } from '../theme/adopt.ts'
import { useStyle } from '../theme/styles.tsx'
import { cx } from './cx.ts'
import css from './switch.css?inline'

export interface SwitchProps {
  id: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
  /** A change is on its way: it stays where it is, and keeps the focus. */
  busy?: boolean | undefined
  testId?: string | undefined
}

/** Turns something on and off; named by the label of its id. */
export function Switch({ id, checked, onChange, disabled, busy, testId }: SwitchProps) {
  useCss(css)
  const root = useStyle('switch.root')
  const input = useStyle('switch.input')
  const track = useStyle('switch.track')
  const thumb = useStyle('switch.thumb')
  return (
    <span className={cx('nc-switch', root)}>
      <input
        id={id}
        className={cx('nc-switch-input', input)}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        disabled={disabled}
        aria-busy={busy || undefined}
        data-test-id={testId}
        onClick={(event) => {
          if (busy) event.preventDefault()
        }}
        onChange={(event) => {
          if (!busy) onChange(event.currentTarget.checked)
        }}
      />
      <span className={cx('nc-switch-track', track)} aria-hidden="true">
        <span className={cx('nc-switch-thumb', thumb)} />
      </span>
    </span>
  )
}
