import { defineModule } from '#server/define-module.ts'
import { adminCompanyExports } from './exports.ts'
import { adminCompanyJobs, adminCompanySchedules } from './jobs.ts'
import { adminCompanyRoutes } from './routes.ts'

export const adminCompaniesModule = defineModule({
  name: 'admin/companies',
  routes: adminCompanyRoutes,
  jobs: adminCompanyJobs,
  schedules: adminCompanySchedules,
  exports: adminCompanyExports,
  changeEvents: ['company.access_changed'],
})
