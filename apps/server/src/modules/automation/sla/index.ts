export { trackSlaTargets } from './track.ts'
