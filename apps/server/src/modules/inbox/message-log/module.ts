import { defineModule } from '#server/define-module.ts'
import { retryAcrossCompanies } from './actions/admin-retry.ts'
import { messageExports } from './actions/export.ts'
import { retryMessages } from './actions/retry.ts'
import { messageLogRoutes } from './routes.ts'

export const messageLogModule = defineModule({
  name: 'inbox/message-log',
  routes: messageLogRoutes,
  jobs: [retryAcrossCompanies.job, retryMessages.job],
  exports: messageExports,
})
