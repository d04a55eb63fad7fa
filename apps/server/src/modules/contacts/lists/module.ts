import { defineModule } from '#server/define-module.ts'
import { listsArchive } from './archive.ts'
import { eraseMembers } from './queries.erase.ts'
import { moveMemberships } from './queries.merge.ts'
import { listRoutes } from './routes.ts'

export const listsModule = defineModule({
  name: 'contacts/lists',
  routes: listRoutes,
  archive: listsArchive,
  mergeHandlers: [{ name: 'lists', move: moveMemberships }],
  eraseHandlers: [eraseMembers],
})
