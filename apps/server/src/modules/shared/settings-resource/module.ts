import { defineModule } from '#server/define-module.ts'

export const settingsResourceModule = defineModule({
  name: 'shared/settings-resource',
  changeEvents: ['settings.updated'],
})
