import { defineModule } from '#server/define-module.ts'
import { campaignsArchive } from './archive.ts'
import { campaignRoutes } from './routes.ts'

export const campaignsModule = defineModule({
  name: 'campaigns/campaigns',
  routes: campaignRoutes,
  changeEvents: ['campaign.updated'],
  archive: campaignsArchive,
})
