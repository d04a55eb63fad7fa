import { defineModule } from '#server/define-module.ts'
import { mcpRoutes } from './routes.ts'

export const mcpModule = defineModule({ name: 'integrations/mcp', routes: mcpRoutes })
