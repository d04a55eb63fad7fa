import { useEffect, useRef, useSyncExternalStore } from 'react'

const storeKey = 'recado.shortcuts'
const listeners = new Set<() => void>()
/** A second key counts as part of a sequence for this long (milliseconds). */
const sequencePause = 1200

let off: boolean | null = null

const stored = (): boolean => {
  try {
    return localStorage.getItem(storeKey) === 'off'
  } catch {
    return false
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const isOff = (): boolean => {
  off ??= stored()
  return off
}

/** Turns the shortcuts of single keys on or off in this browser (WCAG 2.1.4). */
export const switchShortcuts = (on: boolean): void => {
  off = !on
  try {
    if (on) localStorage.removeItem(storeKey)
    else localStorage.setItem(storeKey, 'off')
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** Whether single keys do something here. */
export const useShortcutsOn = (): boolean => !useSyncExternalStore(subscribe, isOff)

const fields =
  'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=""], [contenteditable=true]'
const layers = '[role=dialog], [role=menu], [role=listbox], [role=alertdialog]'

const isModalOpen = (): boolean => document.querySelector('[aria-modal=true]') !== null

// The key that closes a dialog reaches this listener after the dialog is gone.
let wasModalOpen = false
globalThis.addEventListener?.(
  'keydown',
  () => {
    wasModalOpen = isModalOpen()
  },
  { capture: true },
)

/** Whether a key belongs to something else: text being written, or an open dialog or menu. */
const isTaken = (event: KeyboardEvent): boolean => {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest(fields) || target?.closest(layers)) return true
  return wasModalOpen || isModalOpen()
}

/** `g` is the only key that begins a sequence, e.g. `g m`. */
const pressed: { prefix: string; at: number } = { prefix: '', at: 0 }
let counted: KeyboardEvent | null = null
let named = ''

const nameOf = (event: KeyboardEvent): string => {
  if (counted !== event) {
    counted = event
    const begun = pressed.prefix !== '' && event.timeStamp - pressed.at < sequencePause
    const prefix = begun ? `${pressed.prefix} ` : ''
    pressed.prefix = !begun && event.key === 'g' ? 'g' : ''
    pressed.at = event.timeStamp
    named = `${prefix}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`
  }
  return named
}

export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

/**
 * Does something on single keys (`j`, `Enter`) and on sequences with g (`g m`) while mounted. Never while someone
 * writes, in dialogs and menus, with Ctrl, Alt or ⌘, or when shortcuts are switched off. A handler that answers false
 * leaves the key to the page.
 */
export const useShortcuts = (shortcuts: Shortcuts): void => {
  const on = useShortcutsOn()
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    if (!on) return
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return
      const handler = latest.current[nameOf(event)]
      if (handler && handler(event) !== false) event.preventDefault()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [on])
}
