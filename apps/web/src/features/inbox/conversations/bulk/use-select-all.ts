import { bulkLimit } from '@recado/contracts/inbox/conversation-changes'
import { type ConversationSummary, listConversations } from '@recado/contracts/inbox/conversations'
import { useMutation } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import type { ListPage } from '../list-cache.ts'
import type { ListFilter } from '../list-filter.ts'

const pageSize = 100

const readPage = (filter: ListFilter, cursor: string | null): Promise<ListPage> =>
  call(listConversations, { query: { ...filter, limit: pageSize, ...(cursor ? { cursor } : {}) } })

/** Reads the first conversations of a list, at most as many as may be changed at once. */
const readAll = async (filter: ListFilter): Promise<ConversationSummary[]> => {
  const found: ConversationSummary[] = []
  let cursor: string | null = null
  do {
    const { data, page } = await readPage(filter, cursor)
    found.push(...data)
    cursor = page.has_more ? page.next : null
  } while (cursor && found.length < bulkLimit)
  return found
}

/** Chooses everything in the list, also what has not been read yet. */
export const useSelectAll = (filter: ListFilter, choose: (items: readonly ConversationSummary[]) => void) => {
  const { mutate, isPending } = useMutation({ mutationFn: () => readAll(filter), onSuccess: choose })
  return { run: () => mutate(), busy: isPending }
}
