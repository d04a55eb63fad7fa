import { defineModule } from '#server/define-module.ts'
import { recipientExport } from './export.ts'
import { recipientsKept } from './keep.ts'
import { campaignTimeline } from './queries/timeline.ts'
import { analyticsRoutes } from './routes.ts'

export const analyticsModule = defineModule({
  name: 'campaigns/analytics',
  routes: analyticsRoutes,
  jobs: [recipientsKept.job],
  exports: [recipientExport],
  timelineSources: [campaignTimeline],
})
