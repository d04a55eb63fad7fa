import type { DuplicatePair } from '@recado/contracts/contacts/duplicates'
import { useState } from 'react'

/** The order in which pairs are looked at: skipped ones come last, decided ones not at all. */
export const useQueue = (pairs: readonly DuplicatePair[]) => {
  const [gone, setGone] = useState<readonly string[]>([])
  const [skipped, setSkipped] = useState<readonly string[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const left = pairs.filter(({ id }) => !gone.includes(id))
  const queue = left.toSorted((a, b) => skipped.indexOf(a.id) - skipped.indexOf(b.id))
  return {
    queue,
    current: queue.find(({ id }) => id === chosen) ?? queue[0],
    choose: setChosen,
    /** They are decided, so that the next one follows at once. */
    leave: (ids: readonly string[]) => setGone((before) => [...before, ...ids]),
    comeBack: (ids: readonly string[]) => setGone((before) => before.filter((id) => !ids.includes(id))),
    skip: (id: string) => {
      setSkipped((before) => [...before.filter((one) => one !== id), id])
      setChosen(null)
    },
  }
}
