import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, vi } from 'vitest'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) act(end)
})

/** What React shows in the page, until the end of the test. */
export const render = (element: ReactNode) => {
  const holder = document.createElement('div')
  document.body.append(holder)
  const root = createRoot(holder)
  const show = (next: ReactNode) => act(() => root.render(next))
  show(element)
  ends.push(() => {
    root.unmount()
    holder.remove()
  })
  return { holder, show, unmount: () => act(() => root.unmount()) }
}

/** Waits until an expectation holds, letting React follow. It fails as the expectation does after a minute. */
export const until = async (expectation: () => void): Promise<void> => {
  for (let pauses = 0; pauses < 6000; pauses++) {
    try {
      return expectation()
    } catch {
      await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
    }
  }
  expectation()
}

/** Waits for an expectation while the pauses between tries pass at once. */
export const untilTriedAgain = async (expectation: () => void): Promise<void> => {
  const wait = setTimeout
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    for (let pauses = 0; pauses < 6000; pauses++) {
      try {
        return expectation()
      } catch {
        await act(async () => {
          await vi.advanceTimersByTimeAsync(1000)
          await new Promise((resolve) => wait(resolve, 10))
        })
      }
    }
    expectation()
  } finally {
    vi.useRealTimers()
  }
}
