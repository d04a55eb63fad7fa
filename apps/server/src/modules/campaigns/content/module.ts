import { defineModule } from '#server/define-module.ts'

export const contentModule = defineModule({ name: 'campaigns/content' })
