export { syncAccountTemplates } from './actions/account-templates.ts'
export { requestAppData } from './actions/app-data.ts'
export { claimNumber, completeConnection, registerNumber, releaseNumber } from './actions/claim.ts'
export { applyAccountEvents } from './actions/events.ts'
export { type ChannelMovedHandler, lockMoves, type MoveObstacle, moveNumber } from './actions/leave.ts'
export { loadChannel } from './actions/load.ts'
export { enqueueResubscription, pauseChannels, resumeChannels } from './actions/pause.ts'
export { enqueuePulls } from './actions/pulls.ts'
export { seedChannel } from './actions/seed.ts'
export { announceChannel, recordChannelEvent } from './actions/status.ts'
export { stopChannels } from './actions/stop.ts'
export { countReachedInDay, sumUsage } from './actions/usage.ts'
export { askAboutApp, readAppSubscriptions, subscribeApp, webhookAddress, webhookFields } from './app-fields.ts'
export {
  type ChannelRef,
  findAccountSecret,
  findAccountsByWaba,
  findChannelAccess,
  findChannelsByNumbers,
  findFormerChannels,
  graphClientFor,
  graphClientOf,
} from './directory.ts'
export { isRegistered } from './health-checks.ts'
export { canSend, limitSize, scopeOf, sendPriorities } from './policy.ts'
export {
  isNumberTakenAcrossCompanies as isNumberTaken,
  touchOutboundAcrossCompanies as touchOutbound,
} from './queries/channels.ts'
export { listSyncEvents } from './queries/sync-events.ts'
export { type Sign, touchChannelRows } from './queries/touch.ts'
export type { Sums as ChannelSums } from './queries/usage.ts'
