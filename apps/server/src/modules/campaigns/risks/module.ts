import { defineModule } from '#server/define-module.ts'
import { risksArchive } from './archive.ts'

export const risksModule = defineModule({ name: 'campaigns/risks', archive: risksArchive })
