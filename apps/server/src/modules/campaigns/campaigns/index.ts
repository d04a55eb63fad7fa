export { archive as archiveCampaign, duplicate as duplicateCampaign, lockCampaign } from './actions/draft.ts'
export { findCampaignIds, readCampaign } from './actions/read.ts'
export { makeOccurrence } from './actions/series.ts'
export { emitCampaign } from './change-events.ts'
export { lastOccurrence } from './occurrences.ts'
export { mayChange } from './policy.ts'
export {
  type CampaignChange,
  type CampaignRow,
  findCampaignNames,
  findCampaignRow,
  updateCampaignRow,
  updateProgress,
} from './queries/campaigns.ts'
export { findSums } from './queries/sums.ts'
export { isSeries, nextTimes, startOf } from './start.ts'
