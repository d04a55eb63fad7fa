import { randomBytes } from 'node:crypto'

let lastMs = 0
let counter = 0
const process = randomBytes(4).toString('hex')

/** A new id of 24 hexadecimal characters: milliseconds, a counter within them, and this process. Later ids are greater. */
export const createNotificationId = (): string => {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else if (++counter > 0xff_ff) {
    lastMs++
    counter = 0
  }
  return lastMs.toString(16).padStart(12, '0') + counter.toString(16).padStart(4, '0') + process
}

/** What every id made at that moment or later is greater than. */
export const idFloor = (at: Date): string => at.getTime().toString(16).padStart(12, '0')
