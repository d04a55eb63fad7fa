import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { useTranslations } from '../../react/translations.tsx'
import { useCss } from '../../theme/adopt.ts'
import { useStyle } from '../../theme/styles.tsx'
import { cx } from '../cx.ts'
import { focusedElement } from '../floating/focus.ts'
import { placeBeside } from '../floating/place-beside.ts'
import { useDismiss } from '../floating/use-dismiss.ts'
import { useFloating } from '../floating/use-floating.ts'
import { Icon, type IconName } from '../icons.tsx'
import { useIsomorphicLayoutEffect } from '../use-isomorphic-layout-effect.ts'
import css from './menu.css?inline'
import { menuMove } from './menu-keys.ts'

export interface MenuEntry {
  key: string
  label: string
  icon?: IconName
  hint?: string
  testId?: string
  isChecked?: boolean
  isDangerous?: boolean
  onSelect?: () => void
  /** Shown in the place of the menu when this entry is chosen. */
  entries?: readonly MenuEntry[]
}

/** A button that opens a menu (WAI-ARIA menu button pattern). */
export function Menu(props: {
  label: string
  children: ReactNode
  className: string
  testId?: string
  entries: readonly MenuEntry[]
}) {
  useCss(css)
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => setOpen(false)
  useDismiss(isOpen, [button, list], close)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={props.className}
        data-test-id={props.testId}
        aria-label={props.label}
        title={props.label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {props.children}
      </button>
      {isOpen && (
        <MenuList
          id={id}
          label={props.label}
          entries={props.entries}
          anchor={button}
          place={list}
          onClose={() => {
            close()
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}

function MenuList(props: {
  id: string
  label: string
  entries: readonly MenuEntry[]
  anchor: RefObject<HTMLElement | null>
  place: RefObject<HTMLDivElement | null>
  onClose: () => void
}) {
  const { t, dir } = useTranslations()
  const dropdown = useStyle('actionsMenu.dropdown')
  const arrow = useStyle('actionsMenu.arrow')
  const [deeper, setDeeper] = useState<string | null>(null)
  const parent = props.entries.find(({ key }) => key === deeper)
  const entries = parent?.entries ?? props.entries
  const items = () => Array.from(props.place.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])
  const start = useRef<string | null>(null)

  // Before what follows: only what is shown takes the focus.
  useFloating({
    isOpen: true,
    anchor: props.anchor,
    floating: props.place,
    placement: 'bottom-end',
    distance: 4,
    place: placeBeside,
  })
  useIsomorphicLayoutEffect(() => {
    const from = items().find(({ dataset }) => dataset['key'] === start.current)
    ;(from ?? items()[parent ? 1 : 0])?.focus({ preventScroll: true })
  }, [deeper])

  const leave = () => {
    start.current = deeper
    setDeeper(null)
  }
  const select = (entry: MenuEntry) => {
    if (entry.entries) return setDeeper(entry.key)
    props.onClose()
    entry.onSelect?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = items()
    const index = all.indexOf(event.target as HTMLElement)
    const move = menuMove(event.key, index, all.length, dir)
    if (!move) return
    event.stopPropagation()
    if (move === 'tab') return props.onClose()
    event.preventDefault()
    if (typeof move === 'object') all[move.to]?.focus()
    else if (move === 'leave') leave()
    else if (move === 'close') parent ? leave() : props.onClose()
    else {
      const entry = entries.find(({ key }) => key === all[index]?.dataset['key'])
      if (entry?.entries) select(entry)
    }
  }
  return (
    <div
      ref={props.place}
      id={props.id}
      role="menu"
      tabIndex={-1}
      popover="manual"
      aria-label={parent?.label ?? props.label}
      className={cx('nc-menu', dropdown)}
      onKeyDown={onKeyDown}
      onMouseMove={(event) => {
        const item = items().find((one) => event.target instanceof Node && one.contains(event.target))
        if (item && item !== focusedElement(item)) item.focus({ preventScroll: true })
      }}
    >
      {parent && (
        <button type="button" role="menuitem" tabIndex={-1} className="nc-menu-back" onClick={leave}>
          <Icon name="back" className="nc-icon-directional" />
          <span className="nc-visually-hidden">{t('back')}. </span>
          <span className="nc-menu-label">{parent.label}</span>
        </button>
      )}
      {entries.map((entry) => (
        <MenuItem key={entry.key} entry={entry} onSelect={() => select(entry)} />
      ))}
      <span className={cx('nc-menu-arrow', arrow)} data-pointer="" aria-hidden="true" />
    </div>
  )
}

function MenuItem({ entry, onSelect }: { entry: MenuEntry; onSelect: () => void }) {
  return (
    <button
      type="button"
      {...(entry.isChecked === undefined
        ? { role: 'menuitem' }
        : { role: 'menuitemradio', 'aria-checked': entry.isChecked })}
      aria-haspopup={entry.entries ? 'menu' : undefined}
      tabIndex={-1}
      data-key={entry.key}
      data-test-id={entry.testId}
      className={cx('nc-menu-item', entry.isDangerous && 'nc-menu-item-dangerous', useStyle('actionsMenu.item'))}
      onClick={(event) => {
        event.stopPropagation()
        onSelect()
      }}
    >
      {entry.icon && <Icon name={entry.icon} />}
      <span className="nc-menu-label">{entry.label}</span>
      {entry.hint && <span className="nc-menu-hint">{entry.hint}</span>}
      {entry.isChecked && <Icon name="check" />}
      {entry.entries && <Icon name="forward" className="nc-icon-directional" />}
    </button>
  )
}
