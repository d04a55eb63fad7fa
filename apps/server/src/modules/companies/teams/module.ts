import { defineModule } from '#server/define-module.ts'
import { forgetDefaultLabel } from './actions.ts'
import { teamsArchive } from './archive.ts'
import { teamRoutes } from './routes.ts'

export const teamsModule = defineModule({
  name: 'companies/teams',
  routes: teamRoutes,
  settingRemovedHandlers: [forgetDefaultLabel],
  archive: teamsArchive,
})
