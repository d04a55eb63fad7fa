import { defineModule } from '#server/define-module.ts'
import { sendSystemCampaignsJob, systemCampaignSchedules } from './jobs.ts'
import { systemCampaignRoutes } from './routes.ts'

export const systemCampaignsModule = defineModule({
  name: 'admin/system-campaigns',
  routes: systemCampaignRoutes,
  jobs: [sendSystemCampaignsJob],
  schedules: systemCampaignSchedules,
  changeEvents: ['announcement.updated'],
})
