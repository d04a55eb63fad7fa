export { applyAccountEvents } from './actions/events.ts'
export { loadChannel } from './actions/load.ts'
export { type ChannelSeed, seedChannel } from './actions/seed.ts'
export { announceChannel, changeChannelStatus, recordChannelEvent } from './actions/status.ts'
export { stopChannels } from './actions/stop.ts'
export { findChannelTemplate, listChannelTemplates } from './actions/templates.ts'
export {
  type AccountRef,
  type ChannelRef,
  findAccountSecret,
  findAccountsByWaba,
  findChannelAccess,
  findChannelsByNumbers,
  graphClientOf,
  listAppSecrets,
} from './directory.ts'
export { channelJobs, channelSchedules } from './jobs.ts'
export { canSend, sendPriorities } from './policy.ts'
export { touchOutboundAcrossCompanies as touchOutbound } from './queries/channels.ts'
export { touchChannelRows } from './queries/touch.ts'
