export { applyAccountEvents } from './actions/events.ts'
export { seedChannel } from './actions/seed.ts'
export { announceChannel, recordChannelEvent } from './actions/status.ts'
export { stopChannels } from './actions/stop.ts'
export { findChannelTemplate, listChannelTemplates } from './actions/templates.ts'
export {
  type ChannelRef,
  findAccountSecret,
  findAccountsByWaba,
  findChannelAccess,
  findChannelsByNumbers,
  graphClientOf,
} from './directory.ts'
export { channelJobs, channelSchedules } from './jobs.ts'
export { canSend, sendPriorities } from './policy.ts'
export { touchOutboundAcrossCompanies as touchOutbound } from './queries/channels.ts'
export { touchChannelRows } from './queries/touch.ts'
