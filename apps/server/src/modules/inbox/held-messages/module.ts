import { defineModule } from '#server/define-module.ts'
import { heldMessagesArchive } from './archive.ts'
import { chatChangeJobs, chatChangeSchedules } from './jobs.ts'
import { eraseHeld } from './queries.erase.ts'
import { chatChangeRoutes } from './routes.ts'

export const heldMessagesModule = defineModule({
  name: 'inbox/held-messages',
  routes: chatChangeRoutes,
  jobs: chatChangeJobs,
  schedules: chatChangeSchedules,
  changeEvents: ['held.updated'],
  archive: heldMessagesArchive,
  eraseHandlers: [eraseHeld],
})
