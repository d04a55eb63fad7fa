/** One task at a time; asked for while it runs, it runs once more. */
export const createSingleFlight = (task: () => Promise<void>): { run: () => void; idle: () => Promise<void> } => {
  let running: Promise<void> | null = null
  let again = false
  const round = async () => {
    do {
      again = false
      await task()
    } while (again)
    running = null
  }
  return {
    run: () => {
      if (running) again = true
      else running = round()
    },
    idle: () => running ?? Promise.resolve(),
  }
}
