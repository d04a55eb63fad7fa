export { type CountedClick, noteClicks } from './queries/clicks.ts'
