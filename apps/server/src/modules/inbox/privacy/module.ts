import { defineModule } from '#server/define-module.ts'
import { affectedExport } from './affected.ts'
import { contactExport } from './package.ts'
import { inboxPrivacyRoutes } from './routes.ts'

export const inboxPrivacyModule = defineModule({
  name: 'inbox/privacy',
  routes: inboxPrivacyRoutes,
  jobs: [contactExport.job],
  exports: [affectedExport],
})
