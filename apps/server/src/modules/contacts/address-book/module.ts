import { defineModule } from '#server/define-module.ts'
import { contactChanges } from './actions/change.ts'
import { undoTask } from './actions/undo.ts'
import { addressBookArchive } from './archive.ts'
import { contactExport } from './export.ts'
import { addressBookJobs, addressBookSchedules } from './jobs.ts'
import { eraseChanges } from './queries/erase.ts'
import { addressBookRoutes } from './routes.ts'

export const addressBookModule = defineModule({
  name: 'contacts/address-book',
  routes: addressBookRoutes,
  jobs: [contactChanges.job, undoTask.job, ...addressBookJobs],
  schedules: addressBookSchedules,
  exports: [contactExport],
  archive: addressBookArchive,
  eraseHandlers: [eraseChanges],
})
