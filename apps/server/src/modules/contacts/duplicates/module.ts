import { defineModule } from '#server/define-module.ts'
import { duplicatesArchive } from './archive.ts'
import { duplicateJobs, duplicateSchedules } from './jobs.ts'
import { eraseCandidates } from './queries/erase.ts'
import { settlePair } from './queries/pairs.ts'
import { duplicateRoutes } from './routes.ts'

export const duplicatesModule = defineModule({
  name: 'contacts/duplicates',
  routes: duplicateRoutes,
  changeEvents: ['duplicate.updated'],
  jobs: duplicateJobs,
  schedules: duplicateSchedules,
  mergeHandlers: [{ name: 'duplicates', move: settlePair }],
  archive: duplicatesArchive,
  eraseHandlers: [eraseCandidates],
})
