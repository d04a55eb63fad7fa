import { defineModule } from '#server/define-module.ts'
import { messagesArchive } from './archive.ts'
import { eraseMessages } from './erase.ts'
import { messageJobs } from './jobs.ts'
import { messageRetention } from './retention.ts'
import { messageRoutes } from './routes.ts'

export const messagesModule = defineModule({
  name: 'inbox/messages',
  routes: messageRoutes,
  jobs: messageJobs,
  changeEvents: ['message.created', 'message.updated'],
  retention: messageRetention,
  archive: messagesArchive,
  eraseHandlers: [eraseMessages],
})
