import { defineModule } from '#server/define-module.ts'
import { commandJobs, commandSchedules } from './jobs.ts'
import { commandRoutes } from './routes.ts'

export const commandsModule = defineModule({
  name: 'inbox/commands',
  routes: commandRoutes,
  jobs: commandJobs,
  schedules: commandSchedules,
})
