import type { RetainedRows } from '#server/modules/companies/retention/index.ts'
import {
  countOldMessages,
  deleteMessages,
  forgetMedia,
  listOldMedia,
  listOldMessages,
  sumOldMedia,
} from './queries/retire.ts'

/** Messages and their files go after as long as the company says; conversations stay. */
export const messageRetention: readonly RetainedRows[] = [
  {
    kind: 'messages',
    list: listOldMessages,
    remove: deleteMessages,
    measure: async (ctx, old) => ({ rows: await countOldMessages(ctx, old), bytes: 0 }),
  },
  {
    kind: 'media',
    list: listOldMedia,
    remove: forgetMedia,
    measure: async (ctx, old) => {
      const { files, bytes } = await sumOldMedia(ctx, old)
      return { rows: files, bytes }
    },
  },
]
