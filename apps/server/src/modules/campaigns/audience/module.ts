import { defineModule } from '#server/define-module.ts'
import { audienceArchive } from './archive.ts'
import { eraseUploadRows } from './queries/erase.ts'
import { moveUploadRows } from './queries/merge.ts'

export const audienceModule = defineModule({
  name: 'campaigns/audience',
  archive: audienceArchive,
  mergeHandlers: [{ name: 'campaign-rows', move: moveUploadRows }],
  eraseHandlers: [eraseUploadRows],
})
