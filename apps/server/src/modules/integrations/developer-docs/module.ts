import { defineModule } from '#server/define-module.ts'
import { developerDocsRoutes } from './routes.ts'

export const developerDocsModule = defineModule({ name: 'integrations/developer-docs', routes: developerDocsRoutes })
