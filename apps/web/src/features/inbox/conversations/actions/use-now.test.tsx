import { act, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useNow } from './use-now.ts'

afterEach(() => vi.restoreAllMocks())

/** A machine so slow that a second passes whenever someone looks at the clock. */
const slowClock = () => {
  let time = Date.parse('2026-03-02T12:00:00Z')
  vi.spyOn(Date, 'now').mockImplementation(() => {
    time += 1000
    return time
  })
}

it('tells one time throughout a render, however slow the machine is', () => {
  slowClock()
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  const seen: number[] = []
  const Clock = () => {
    seen.push(useNow())
    return null
  }
  const { unmount } = render(<Clock />)
  expect(complaints.mock.calls).toEqual([])
  expect(seen.length).toBeLessThan(4)
  unmount()
})

it('moves every half minute for all who look at it together', () => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T12:00:00Z') })
  try {
    const last: Record<string, number> = {}
    const Clock = ({ id }: { id: string }) => {
      last[id] = useNow()
      return null
    }
    const { unmount, rerender } = render(<Clock id="a" />)
    act(() => void vi.advanceTimersByTime(10_000))
    rerender(
      <>
        <Clock id="a" />
        <Clock id="b" />
      </>,
    )
    act(() => void vi.advanceTimersByTime(30_000))
    expect(last).toEqual({ a: Date.parse('2026-03-02T12:00:30Z'), b: Date.parse('2026-03-02T12:00:30Z') })
    unmount()
    vi.setSystemTime(Date.parse('2026-03-02T13:00:00Z'))
    render(<Clock id="a" />).unmount()
    expect(last['a']).toBe(Date.parse('2026-03-02T13:00:00Z'))
  } finally {
    vi.useRealTimers()
  }
})
