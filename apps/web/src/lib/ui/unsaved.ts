import { useEffect, useRef } from 'react'

type Check = () => boolean
type Options = {
  /** What was typed outlives changes of the page's search, such as its filters. */
  outlivesSearch?: boolean
}

const checks = new Map<Check, Options>()
let ask: (() => Promise<boolean>) | null = null
let asking = false
const stopAsking = () => {
  asking = false
}

/** Whether something was typed on this page that leaving it would lose; or changing its search, while the page stays. */
export const hasUnsaved = (change: 'page' | 'search' = 'page'): boolean =>
  [...checks].some(([check, { outlivesSearch }]) => !(outlivesSearch && change === 'search') && check())

/** Asks whether unsaved input may be discarded. A second request while the question is open answers no. */
export const askToDiscard = async (): Promise<boolean> => {
  if (!ask) return true
  if (asking) return false
  asking = true
  try {
    return await ask()
  } finally {
    // The key that closes the question must not reach what lies below it.
    setTimeout(stopAsking)
  }
}

/** Whether the page may be left: asks the person when that would lose what they typed. */
export const mayLeave = async (change: 'page' | 'search' = 'page'): Promise<boolean> =>
  !hasUnsaved(change) || askToDiscard()

/** Who asks the person; the shell does. */
export const askBy = (question: () => Promise<boolean>): (() => void) => {
  ask = question
  return () => {
    if (ask !== question) return
    ask = null
    stopAsking()
  }
}

/** While mounted, asks for confirmation before leaving the page if `check` reports unsaved input. */
export const useUnsaved = (check: Check, { outlivesSearch = false }: Options = {}): void => {
  const latest = useRef(check)
  useEffect(() => {
    latest.current = check
  })
  useEffect(() => {
    const own = () => latest.current()
    checks.set(own, { outlivesSearch })
    return () => void checks.delete(own)
  }, [outlivesSearch])
}
