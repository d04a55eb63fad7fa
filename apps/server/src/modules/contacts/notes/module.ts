import { defineModule } from '#server/define-module.ts'
import { notesArchive } from './archive.ts'
import { noteSchedules, remindOfTasksJob } from './jobs.ts'
import { eraseNotes } from './queries.erase.ts'
import { moveNotes } from './queries.merge.ts'
import { noteRoutes } from './routes.ts'

export const notesModule = defineModule({
  name: 'contacts/notes',
  routes: noteRoutes,
  jobs: [remindOfTasksJob],
  schedules: noteSchedules,
  archive: notesArchive,
  mergeHandlers: [{ name: 'notes', move: moveNotes }],
  eraseHandlers: [eraseNotes],
})
