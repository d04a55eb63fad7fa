import { defineModule } from '#server/define-module.ts'
import { linksArchive } from './archive.ts'

export const linksModule = defineModule({ name: 'campaigns/links', archive: linksArchive })
