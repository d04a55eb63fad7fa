import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'

/** A list of the app with its filters, which a figure or a mark of a chart counts. */
export type ListLink = { to: string; search?: Record<string, string | number | boolean> }

/** The position of a mark in its chart. */
type Place = { x: number; y: number }

const placeOf = ({ dataset }: HTMLElement): Place => ({ x: Number(dataset['x']), y: Number(dataset['y']) })

/** The distance of a mark in the direction of an arrow key, same row or column first; null if it lies elsewhere. */
const awayBy: Record<string, (right: number, down: number) => number | null> = {
  ArrowRight: (right, down) => (right > 0 ? right + Math.abs(down) * FAR : null),
  ArrowLeft: (right, down) => (right < 0 ? -right + Math.abs(down) * FAR : null),
  ArrowDown: (right, down) => (down > 0 ? down + Math.abs(right) * FAR : null),
  ArrowUp: (right, down) => (down < 0 ? -down + Math.abs(right) * FAR : null),
}
const FAR = 10_000

const neighbourOf = (key: string, mark: HTMLElement): HTMLElement | undefined => {
  const marks = [...(mark.closest('[data-marks]')?.querySelectorAll<HTMLElement>('[data-x]') ?? [])]
  if (key === 'Home') return marks[0]
  if (key === 'End') return marks.at(-1)
  const from = placeOf(mark)
  const found = marks.flatMap((one) => {
    const to = placeOf(one)
    const away = awayBy[key]?.(to.x - from.x, to.y - from.y) ?? null
    return away === null ? [] : [{ one, away }]
  })
  return found.toSorted((a, b) => a.away - b.away)[0]?.one
}

/**
 * Makes the marks of a chart links: plain anchors instead of hundreds of router links, and a single tab stop
 * with arrow keys to move between them. `stop` is the mark that Tab reaches first.
 */
export const useMarks = (stop: string) => {
  const router = useRouter()
  const [current, setCurrent] = useState<string | null>(null)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate({ href: event.currentTarget.getAttribute('href') ?? '' })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    const next = neighbourOf(event.key, event.currentTarget)
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (key: string, { x, y }: Place, { to, search = {} }: ListLink) => ({
    href: router.buildLocation({ to, search }).href,
    'data-x': x,
    'data-y': y,
    tabIndex: key === (current ?? stop) ? 0 : -1,
    onClick: follow,
    onKeyDown,
    onFocus: () => setCurrent(key),
  })
}
