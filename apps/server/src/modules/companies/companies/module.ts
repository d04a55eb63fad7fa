import { defineModule } from '#server/define-module.ts'
import { companiesArchive } from './archive.ts'
import { companyExports } from './export.ts'
import { memberships } from './memberships.ts'
import { companyRoutes } from './routes.ts'
import { removeSandbox } from './sandbox.ts'

export const companiesModule = defineModule({
  name: 'companies/companies',
  routes: companyRoutes,
  exports: companyExports,
  changeEvents: ['member.updated'],
  archive: companiesArchive,
  memberships,
  companyPurgeHandlers: [removeSandbox],
})
