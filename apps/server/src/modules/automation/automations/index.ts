export { announce as announceAutomation } from './actions/change.ts'
export { pauseIn } from './actions/publish.ts'
export { monthOf, runsLeft } from './allowance.ts'
export { contactPart } from './findings.ts'
export { graphOf, type LiveAutomation, type LiveAutomations, liveAutomations, readLive } from './live.ts'
export {
  findAutomation,
  findDueSchedules,
  findExistingAutomations,
  findOwnFiles,
  firstIdOf,
  lockAutomation,
  saveNextAt,
} from './queries/automations.ts'
export { nextClock, nextTime, weekdayOf } from './schedule.ts'
export { openHeader, showGraph } from './secrets.ts'
