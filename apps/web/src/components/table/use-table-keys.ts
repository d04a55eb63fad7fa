import { type RefObject, useEffect, useState } from 'react'
import { openShortcutHelp } from '#web/lib/ui/shortcut-help.ts'
import { useShortcuts } from '#web/lib/ui/shortcuts.ts'

type Table = { section: RefObject<HTMLElement | null> }

/** Tables of the page that listen to keys: the one that has the focus, else the first. */
const tables = new Set<Table>()

const isActive = (table: Table): boolean => {
  const focused = [...tables].find(({ section }) => section.current?.contains(document.activeElement))
  return (focused ?? [...tables][0]) === table
}

const focusSearch = () => {
  const field = document.querySelector<HTMLElement>('[data-list-search]')
  field?.focus()
  return field !== null
}

type Place = {
  enabled: boolean
  section: RefObject<HTMLElement | null>
  onOpen: ((id: string) => void) | undefined
  onToggle: ((id: string) => void) | undefined
}

/** A list by single keys: j and k move, x selects, Enter opens, / searches, ? helps. Answers whether this table shows the help. */
export const useTableKeys = ({ enabled, section, onOpen, onToggle }: Place): { isMain: boolean } => {
  const [table] = useState<Table>(() => ({ section }))
  const [isMain, setMain] = useState(false)
  useEffect(() => {
    if (!enabled) return
    tables.add(table)
    setMain([...tables][0] === table)
    return () => void tables.delete(table)
  }, [enabled, table])

  const rows = () => [...(section.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
  const current = () => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
  const step = (by: number) => {
    const all = rows()
    const now = current()
    const at = now ? all.indexOf(now) : -1
    const next = all[at < 0 ? 0 : Math.max(0, Math.min(at + by, all.length - 1))]
    next?.focus()
    return next !== undefined
  }
  const open = () => {
    const row = document.activeElement
    if (!(row instanceof HTMLElement) || row.dataset['row'] === undefined) return false
    if (onOpen) onOpen(row.dataset['row'])
    else row.querySelector<HTMLElement>('a[href]')?.click()
    return true
  }
  const toggle = () => {
    const id = current()?.dataset['row']
    if (!onToggle || id === undefined) return false
    onToggle(id)
    return true
  }
  const mine = (act: () => unknown) => () => (enabled && isActive(table) ? act() : false)
  useShortcuts({
    j: mine(() => step(1)),
    k: mine(() => step(-1)),
    x: mine(toggle),
    Enter: mine(open),
    '/': mine(focusSearch),
    '?': mine(openShortcutHelp),
  })
  return { isMain }
}
