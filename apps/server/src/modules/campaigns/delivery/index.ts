export { giveBack, hold, review, throttle } from './actions/platform.ts'
export { type CountedClick, noteClicks } from './queries/clicks.ts'
