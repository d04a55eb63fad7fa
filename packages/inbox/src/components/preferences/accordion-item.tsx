import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useStyle } from '../../theme/styles.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icons.tsx'

/** A header that shows and hides what is under it. */
export function AccordionItem(props: {
  title: string
  /** A second line under the title. */
  subtitle: string
  isOpen: boolean
  onToggle: () => void
  testId: string
  children: ReactNode
}) {
  const { title, subtitle, isOpen, onToggle, testId, children } = props
  const id = useId()
  // What was never opened is not made; what was stays, so that it can close slowly.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  const item = useStyle('accordion.item')
  const control = useStyle('accordion.control')
  const chevron = useStyle('accordion.chevron')
  const content = useStyle('accordion.content')
  const titleStyle = useStyle('preferences.item.title')
  const channels = useStyle('preferences.item.channels')
  const divider = useStyle('preferences.item.divider')
  return (
    <div className={cx('nc-accordion-item', item)} data-active={isOpen} data-test-id={testId}>
      <h3 className="nc-accordion-heading">
        <button
          id={`${id}header`}
          className={cx('nc-accordion-control', control)}
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}content`}
          onClick={onToggle}
        >
          <span className="nc-accordion-label">
            <span className={cx('nc-preferences-item-title', titleStyle)} dir="auto" title={title}>
              {title}
            </span>
            {subtitle && (
              <span
                className={cx('nc-preferences-item-channels', channels)}
                data-test-id={testId === 'workflow-list-item' ? 'workflow-active-channels' : undefined}
              >
                {subtitle}
              </span>
            )}
          </span>
          <span className={cx('nc-accordion-chevron', chevron)}>
            <Icon name="forward" />
          </span>
        </button>
      </h3>
      <div className="nc-accordion-panel">
        <section id={`${id}content`} className={cx('nc-accordion-content', content)} aria-labelledby={`${id}header`}>
          {wasOpen && (
            <>
              <hr className={cx('nc-preferences-item-divider', divider)} />
              {children}
            </>
          )}
        </section>
      </div>
    </div>
  )
}

const steps: Readonly<Record<string, (index: number, length: number) => number>> = {
  ArrowDown: (index, length) => (index + 1) % length,
  ArrowUp: (index, length) => (index - 1 + length) % length,
  Home: () => 0,
  End: (_, length) => length - 1,
}

/** Moves the focus between the headers of the accordion in an element. */
export function moveBetweenHeaders(event: KeyboardEvent<HTMLElement>): void {
  const headers = [...event.currentTarget.querySelectorAll('.nc-accordion-control')].filter(
    (header) => header instanceof HTMLElement,
  )
  const index = headers.findIndex((header) => header.matches(':focus'))
  const step = steps[event.key]
  if (index < 0 || !step) return
  event.preventDefault()
  headers[step(index, headers.length)]?.focus()
}
