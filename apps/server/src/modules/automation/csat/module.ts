import { defineModule } from '#server/define-module.ts'
import { csatArchive } from './archive.ts'
import { heldSurveys } from './hold-survey.ts'
import { eraseResponses } from './queries.erase.ts'
import { csatRoutes } from './routes.ts'

export const csatModule = defineModule({
  name: 'automation/csat',
  routes: csatRoutes,
  heldHandlers: [heldSurveys],
  archive: csatArchive,
  eraseHandlers: [eraseResponses],
})
