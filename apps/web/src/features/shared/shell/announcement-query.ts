import { getOwnAnnouncement } from '@recado/contracts/identity/announcements'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

const EVERY_MS = 300_000

/** What the platform announces to the person now. */
export const announcementQuery = queryOptions({
  queryKey: ['own-announcement'],
  queryFn: ({ signal }) => call(getOwnAnnouncement, {}, { signal }),
  staleTime: 60_000,
  // It ends at its time while the page is open.
  refetchInterval: ({ state }) => {
    const until = state.data?.announcement?.until
    const left = until ? new Date(until).getTime() - Date.now() : EVERY_MS
    return Math.min(EVERY_MS, Math.max(1000, left))
  },
})
