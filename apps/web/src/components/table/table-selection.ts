import { type BulkSelection, countLimit } from '@recado/contracts/shared/lists'
import { useState } from 'react'

export type TableSelection<T> = {
  /** Chosen rows, of any page. */
  ids: readonly string[]
  onChange: (ids: string[]) => void
  /** Names a row for screen readers. */
  label: (row: T) => string
  /**
   * Offers to choose all that the filters leave; `count` asks the server how many that are. `unlimited` lists change more
   * than the server counts.
   */
  matching?: { filter: Record<string, string>; count: () => Promise<number>; unlimited?: boolean }
}

/** Chosen rows of a list. They are forgotten when `place` changes: the filters, the company. */
export const useSelected = (place: unknown) => {
  const key = JSON.stringify(place)
  const [chosen, setChosen] = useState<{ key: string; ids: string[] }>({ key, ids: [] })
  return {
    ids: chosen.key === key ? chosen.ids : [],
    onChange: (ids: string[]) => setChosen({ key, ids }),
  }
}

type All = { key: string; count: number }
/** The row that was chosen last, and what was chosen with it. */
type Last = { id: string; ids: readonly string[] }

const none = { ids: [], onChange: () => {}, label: () => '' }

/** What a table does with its selection: the rows chosen one by one, or all that match. */
export const useTableSelection = <T>(selection: TableSelection<T> | undefined) => {
  const { ids, onChange, matching } = selection ?? (none as TableSelection<T>)
  const key = JSON.stringify(matching?.filter ?? null)
  const [all, setAll] = useState<All | null>(null)
  const [tooMany, setTooMany] = useState(false)
  const [counting, setCounting] = useState(false)
  const [last, setLast] = useState<Last | null>(null)
  const matched = all?.key === key && ids.length > 0 ? all.count : null
  const change = (next: string[]) => {
    setAll(null)
    setTooMany(false)
    onChange(next)
  }
  const selectMatching = async () => {
    setCounting(true)
    const count = await matching?.count().finally(() => setCounting(false))
    if (count === undefined) return
    const isTooMany = count > countLimit && !matching?.unlimited
    setTooMany(isTooMany)
    if (!isTooMany && count > 0) setAll({ key, count })
  }
  const set = (some: readonly string[], isChosen: boolean) => {
    const next = [...ids.filter((id) => !some.includes(id)), ...(isChosen ? some : [])]
    change(next)
    return next
  }
  /** Chooses a row, or no longer; among the rows in sight, all from the last one to this. */
  const toggle = (id: string, inSight: readonly string[] = []) => {
    // Whatever else changed what is chosen left no row to start from.
    const start = last?.ids === ids ? inSight.indexOf(last.id) : -1
    const end = inSight.indexOf(id)
    const some = start < 0 || end < 0 ? [id] : inSight.slice(Math.min(start, end), Math.max(start, end) + 1)
    setLast({ id, ids: set(some, !ids.includes(id)) })
  }
  const value: BulkSelection | null =
    ids.length === 0
      ? null
      : matched !== null && matching
        ? { filter: matching.filter, expected: matched }
        : { ids: [...ids] }
  return {
    ids,
    set,
    toggle,
    clear: () => change([]),
    matched,
    tooMany,
    counting,
    selectMatching: matching && matched === null ? selectMatching : null,
    value,
  }
}
export type TableSelected = ReturnType<typeof useTableSelection>
