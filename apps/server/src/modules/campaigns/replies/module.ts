import { defineModule } from '#server/define-module.ts'
import { repliesArchive } from './archive.ts'
import { routeJob } from './jobs.ts'

export const repliesModule = defineModule({
  name: 'campaigns/replies',
  jobs: [routeJob],
  archive: repliesArchive,
})
