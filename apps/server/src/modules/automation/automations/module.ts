import { defineModule } from '#server/define-module.ts'
import { automationsArchive } from './archive.ts'
import { automationRoutes } from './routes.ts'
import { followMerge, settingsInAutomations } from './uses.ts'

export const automationsModule = defineModule({
  name: 'automation/automations',
  routes: automationRoutes,
  changeEvents: ['automation.updated'],
  settingRemovedHandlers: [followMerge],
  settingUses: settingsInAutomations,
  archive: automationsArchive,
})
