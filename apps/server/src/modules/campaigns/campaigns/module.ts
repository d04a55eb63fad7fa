import { defineModule } from '#server/define-module.ts'
import { campaignsArchive } from './archive.ts'
import { campaignExport } from './export.ts'
import { campaignRoutes } from './routes.ts'

export const campaignsModule = defineModule({
  name: 'campaigns/campaigns',
  routes: campaignRoutes,
  changeEvents: ['campaign.updated'],
  exports: [campaignExport],
  archive: campaignsArchive,
})
