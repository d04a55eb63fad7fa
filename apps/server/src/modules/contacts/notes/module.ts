import { defineModule } from '#server/define-module.ts'
import { notesArchive } from './archive.ts'
import { eraseNotes } from './queries.erase.ts'
import { moveNotes } from './queries.merge.ts'
import { noteRoutes } from './routes.ts'

export const notesModule = defineModule({
  name: 'contacts/notes',
  routes: noteRoutes,
  archive: notesArchive,
  mergeHandlers: [{ name: 'notes', move: moveNotes }],
  eraseHandlers: [eraseNotes],
})
