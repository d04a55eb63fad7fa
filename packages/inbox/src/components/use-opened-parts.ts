import { useEffect, useState } from 'react'
import type { openedParts } from './opened-parts.ts'

type OpenedParts = typeof openedParts

let loaded: OpenedParts | undefined

const load = async () => {
  loaded ??= (await import('./opened-parts.ts')).openedParts
  return loaded
}

/** The parts, undefined while they are on their way. They are fetched when they are wanted, or when there is time. */
export function useOpenedParts(isWanted: boolean, onFailure?: () => void): OpenedParts | undefined {
  const [parts, setParts] = useState(loaded)
  // What is fetched ahead in vain is fetched again when it is wanted.
  useEffect(() => whenIdle(() => load().then(setParts, () => {})), [])
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

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: 3000 })
  return () => cancelIdleCallback(request)
}
