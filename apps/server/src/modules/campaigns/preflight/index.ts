export { examine } from './examine.ts'
export { countRunningIn, findLines, type Line } from './queries/lines.ts'
export { countRunning } from './queries/running.ts'
export { notBeforeOf, quietUntil, rampAllows, startOf, zoneOf } from './timing.ts'
