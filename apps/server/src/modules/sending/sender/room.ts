const BEAT_MS = 50
const LATE_MS = 60
const FULL = 0.9

/**
 * How many bulk calls may be under way. The number grows while it is used up and this process keeps up with its work,
 * and shrinks when its clock runs late: more calls would only make messages that people wait for wait longer.
 */
export const createRoom = (options: { least: number; most: number; used: () => number }) => {
  let limit = Math.min(options.most, options.least * 2)
  let expected = Date.now() + BEAT_MS
  const timer = setInterval(() => {
    const late = Date.now() - expected
    expected = Date.now() + BEAT_MS
    if (late > LATE_MS) limit = Math.max(options.least, Math.floor(limit * 0.85))
    else if (options.used() >= limit * FULL) limit = Math.min(options.most, Math.ceil(limit * 1.1))
  }, BEAT_MS)
  timer.unref()
  return { left: () => limit - options.used(), stop: () => clearInterval(timer) }
}
