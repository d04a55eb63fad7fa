import { type RefObject, useEffect, useState } from 'react'
import type { openedParts } from './opened-parts.ts'

type OpenedParts = typeof openedParts

let loaded: OpenedParts | undefined

const load = async () => {
  loaded ??= (await import('./opened-parts.ts')).openedParts
  return loaded
}

/** Signs that someone is about to open the bell. */
const signs = ['pointerenter', 'focusin'] as const

/** The parts, undefined while they are on their way. They are fetched when the pointer or the focus comes `near`. */
export function useOpenedParts(
  isWanted: boolean,
  near?: RefObject<HTMLElement | null>,
  onFailure?: () => void,
): OpenedParts | undefined {
  const [parts, setParts] = useState(loaded)
  useEffect(() => {
    const element = near?.current
    // What is fetched ahead in vain is fetched again when it is wanted.
    const fetchAhead = () => void load().catch(() => {})
    for (const sign of signs) element?.addEventListener(sign, fetchAhead, { once: true })
    return () => {
      for (const sign of signs) element?.removeEventListener(sign, fetchAhead)
    }
  }, [near])
  // biome-ignore lint/correctness/useExhaustiveDependencies: who asked is told once
  useEffect(() => {
    if (!isWanted || parts) return
    load().then(setParts, (error) => {
      reportError(error)
      onFailure?.()
    })
  }, [isWanted, parts])
  return parts
}
