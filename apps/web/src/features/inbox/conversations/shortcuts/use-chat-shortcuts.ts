import type { ConversationSummary } from '@recado/contracts/inbox/conversations'
import type { RefObject } from 'react'
import { type ChatCommand, runCommand } from '#web/lib/ui/chat-commands.ts'
import { openShortcutHelp } from '#web/lib/ui/shortcut-help.ts'
import { type Shortcuts, useShortcuts } from '#web/lib/ui/shortcuts.ts'
import type { Selection } from '../bulk/use-selection.ts'
import type { ListHandle } from '../list/conversation-list.tsx'
import { type InboxView, noFilters, searchOfView } from '../list-filter.ts'
import type { SearchChange } from '../search.ts'

type Place = {
  items: readonly ConversationSummary[]
  openId: string | undefined
  list: RefObject<ListHandle | null>
  selection: Selection
  selectable: boolean
  onOpen: (id: string) => void
  onClose: () => void
  onNext: () => void
  onSearch: (part: SearchChange) => void
  /** Called before a command, so that it is done with the conversation that is open. */
  onCommand: () => void
}

const byKey: Readonly<Record<string, ChatCommand>> = {
  r: 'reply',
  n: 'note',
  t: 'template',
  a: 'assign',
  l: 'labels',
  p: 'priority',
  m: 'macros',
  s: 'snooze',
  e: 'resolve',
  u: 'unread',
  ']': 'pane',
}

const commandsAfter = (prepare: () => void): Shortcuts =>
  Object.fromEntries(
    Object.entries(byKey).map(([key, command]) => [
      key,
      () => {
        prepare()
        return runCommand(command)
      },
    ]),
  )

const focusSearch = () => document.querySelector<HTMLElement>('[data-chat-search]')?.focus()

/** The chat by single keys. */
export const useChatShortcuts = (place: Place): void => {
  const { items, openId, list, selection, selectable, onOpen, onClose, onNext, onSearch, onCommand } = place
  /** Where the next step starts: the item that has the focus, else the open conversation. */
  const cursor = (): string | undefined => list.current?.focusedId() ?? openId

  const step = (by: number) => {
    const at = items.findIndex(({ id }) => id === cursor())
    const next = at < 0 ? 0 : Math.max(0, Math.min(at + by, items.length - 1))
    const item = items[next]
    if (!item) return false
    list.current?.focus(next)
    // While a selection is made, walking through the list opens (and so reads) nothing.
    if (openId && selection.selected.size === 0) onOpen(item.id)
    return true
  }
  const select = () => {
    const id = cursor()
    return selectable && id ? selection.toggle(id) : false
  }
  const leave = () => {
    if (selection.selected.size > 0) selection.clear()
    else if (openId) onClose()
    else return false
    return true
  }
  const toList = () => {
    const at = items.findIndex(({ id }) => id === openId)
    list.current?.focus(Math.max(at, 0))
  }
  const view = (name: InboxView) => () => onSearch({ ...noFilters, ...searchOfView(name) })

  useShortcuts({
    ...commandsAfter(onCommand),
    j: () => step(1),
    k: () => step(-1),
    x: select,
    q: onNext,
    '/': focusSearch,
    '?': openShortcutHelp,
    '[': toList,
    Escape: leave,
    'g m': view('mine'),
    'g u': view('unassigned'),
    'g a': view('all'),
    'g s': view('snoozed'),
  })
}
