import { useEffect, useState } from 'react'

const hour = 3_600_000
const minute = 60_000

/** `none`: the customer never wrote. `closing`: less than an hour is left. */
export type WindowState = 'none' | 'open' | 'closing' | 'closed'
export type WindowTime = { state: WindowState; hours: number; minutes: number; remaining: number }

/** How WhatsApp's 24-hour window stands at an instant (both in milliseconds). */
export const windowTimeAt = (expiresAt: string | null, now: number): WindowTime => {
  if (expiresAt === null) return { state: 'none', hours: 0, minutes: 0, remaining: 0 }
  const remaining = Date.parse(expiresAt) - now
  if (!(remaining > 0)) return { state: 'closed', hours: 0, minutes: 0, remaining: 0 }
  const wholeMinutes = Math.max(1, Math.floor(remaining / minute))
  return {
    state: remaining <= hour ? 'closing' : 'open',
    hours: Math.floor(wholeMinutes / 60),
    minutes: wholeMinutes % 60,
    remaining,
  }
}

/** Whether free text may be sent. */
export const isWindowOpen = (time: WindowTime): boolean => time.state === 'open' || time.state === 'closing'

/** When what is shown changes next: at the next minute, or at the very end. */
const pauseBefore = (remaining: number): number => Math.min(remaining, (remaining % minute) + 50)

/** The window as it stands now; changes automatically, also at the second it closes. */
export const useWindowTime = (expiresAt: string | null): WindowTime => {
  const [, tick] = useState(0)
  const time = windowTimeAt(expiresAt, Date.now())
  const { remaining } = time
  useEffect(() => {
    if (remaining <= 0) return
    const timer = setTimeout(() => tick((count) => count + 1), Math.max(pauseBefore(remaining), 20))
    return () => clearTimeout(timer)
  })
  return time
}
