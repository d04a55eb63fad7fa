const BEAT_MS = 50
const FULL = 0.9
/** The allowed event loop delay in milliseconds: while no customer waits for an answer, and while one does. */
const LATE_MS = 60
const LATE_FOR_PEOPLE_MS = 5
/** A customer counts as waiting this long after their last message. */
const PEOPLE_MS = 3000

/**
 * How many bulk calls may be under way. The number grows while it is used up and this process keeps up with its work,
 * and shrinks when its clock runs late: more calls would only make messages that people wait for wait longer. While
 * people send, a little lateness is enough.
 */
export const createRoom = (options: {
  least: number
  most: number
  used: () => number
  /** Calls under way that people wait for. */
  interactive: () => number
}) => {
  let limit = Math.min(options.most, options.least * 2)
  let expected = Date.now() + BEAT_MS
  let peopleUntil = 0
  const timer = setInterval(() => {
    const now = Date.now()
    if (options.interactive() > 0) peopleUntil = now + PEOPLE_MS
    const late = now - expected
    expected = now + BEAT_MS
    const people = now < peopleUntil
    const tooLate = late > (people ? LATE_FOR_PEOPLE_MS : LATE_MS)
    if (tooLate) limit = Math.max(options.least, Math.floor(limit * (people ? 0.75 : 0.85)))
    else if (options.used() >= limit * FULL) limit = Math.min(options.most, Math.ceil(limit * (people ? 1.05 : 1.1)))
  }, BEAT_MS)
  timer.unref()
  return { left: () => limit - options.used(), stop: () => clearInterval(timer) }
}
