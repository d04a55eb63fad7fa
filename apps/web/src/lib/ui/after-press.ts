/** What waits for the end of the press that is going on; null while there is none. */
let waiting: (() => void)[] | null = null

const begin = () => {
  waiting = []
}

const end = () => {
  const tasks = waiting ?? []
  waiting = null
  // The click comes after this event.
  setTimeout(() => {
    for (const task of tasks) task()
  })
}

document.addEventListener('pointerdown', begin, true)
document.addEventListener('pointerup', end, true)
document.addEventListener('pointercancel', end, true)

/** Does what moves the page; while someone presses, after their click, which would miss its target. */
export const afterPress = (task: () => void): void => {
  if (waiting) waiting.push(task)
  else task()
}
