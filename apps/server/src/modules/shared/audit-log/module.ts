import { defineModule } from '#server/define-module.ts'
import { auditLogArchive } from './archive.ts'
import { auditExports } from './export.ts'
import { auditRoutes } from './routes.ts'

export const auditLogModule = defineModule({
  name: 'shared/audit-log',
  routes: auditRoutes,
  exports: auditExports,
  archive: auditLogArchive,
})
