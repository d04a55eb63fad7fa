import { defineModule } from '#server/define-module.ts'
import { changeCampaigns } from './actions/bulk.ts'
import { campaignHandlers, recordAnswers } from './answers.ts'
import { deliveryArchive } from './archive.ts'
import { startEngine } from './engine.ts'
import { deliverySchedules, recountJob } from './jobs.ts'
import { eraseRecipients } from './queries/erase.ts'
import { moveRecipients } from './queries/merge.ts'
import { deliveryRoutes } from './routes.ts'

export const deliveryModule = defineModule({
  name: 'campaigns/delivery',
  routes: deliveryRoutes,
  jobs: [changeCampaigns.job, recountJob],
  schedules: deliverySchedules,
  worker: startEngine,
  recordedHandlers: [recordAnswers],
  eventHandlers: campaignHandlers,
  archive: deliveryArchive,
  mergeHandlers: [{ name: 'campaign-recipients', move: moveRecipients }],
  eraseHandlers: [eraseRecipients],
})
