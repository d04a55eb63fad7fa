import { defineModule } from '#server/define-module.ts'
import { transcriptJobs } from './index.ts'
import { transcriptRoutes } from './routes.ts'

export const transcriptsModule = defineModule({
  name: 'inbox/transcripts',
  routes: transcriptRoutes,
  jobs: transcriptJobs,
})
