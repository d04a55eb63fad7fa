/** The highest of a value that goes up and down, over the last one to two windows of so many milliseconds. */
export const createPeak = (windowMs: number) => {
  let from = performance.now()
  let current = 0
  let previous = 0
  const turn = () => {
    const passed = performance.now() - from
    if (passed < windowMs) return
    previous = passed < 2 * windowMs ? current : 0
    current = 0
    from = performance.now()
  }
  return {
    note: (value: number): void => {
      turn()
      current = Math.max(current, value)
    },
    /** The highest lately; `value` is what it is now. */
    now: (value: number): number => {
      turn()
      return Math.max(previous, current, value)
    },
  }
}
