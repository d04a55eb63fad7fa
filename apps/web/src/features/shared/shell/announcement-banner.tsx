import { getOwnAnnouncement } from '@recado/contracts/identity/announcements'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useSession } from '#web/lib/session/session.ts'

const EVERY_MS = 300_000

const OwnAnnouncement = lazyComponent(async () => (await import('./own-announcement.tsx')).OwnAnnouncement)

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

/** What the platform announces to the person above every page, until they close it. */
export const AnnouncementBanner = () => {
  const session = useSession().data
  const { data } = useQuery({ ...announcementQuery, enabled: session !== null && !session?.legal })
  useInvalidateOn(['announcement.updated'], [announcementQuery.queryKey])
  return data?.announcement ? <OwnAnnouncement key={data.announcement.id} announcement={data.announcement} /> : null
}
