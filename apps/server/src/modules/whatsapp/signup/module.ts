import { defineModule } from '#server/define-module.ts'
import { signupArchive } from './archive.ts'
import { onboardingJobs, onboardingSchedules } from './jobs.ts'
import { onboardingRoutes } from './routes.ts'

export const signupModule = defineModule({
  name: 'whatsapp/signup',
  routes: onboardingRoutes,
  jobs: onboardingJobs,
  schedules: onboardingSchedules,
  archive: signupArchive,
})
