import { defineModule } from '#server/define-module.ts'
import { audienceArchive } from './archive.ts'
import { eraseUploadRows } from './queries/erase.ts'
import { moveUploadRows } from './queries/merge.ts'
import { audienceRoutes } from './routes.ts'
import { followMerge, settingsInCampaigns } from './uses.ts'

export const audienceModule = defineModule({
  name: 'campaigns/audience',
  routes: audienceRoutes,
  settingRemovedHandlers: [followMerge],
  settingUses: settingsInCampaigns,
  archive: audienceArchive,
  mergeHandlers: [{ name: 'campaign-rows', move: moveUploadRows }],
  eraseHandlers: [eraseUploadRows],
})
