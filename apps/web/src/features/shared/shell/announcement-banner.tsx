import { useQuery } from '@tanstack/react-query'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useSession } from '#web/lib/session/session.ts'
import { announcementQuery } from './announcement-query.ts'

const OwnAnnouncement = lazyComponent(async () => (await import('./own-announcement.tsx')).OwnAnnouncement)

/** What the platform announces to the person above every page, until they close it. */
export const AnnouncementBanner = () => {
  const session = useSession().data
  const { data } = useQuery({ ...announcementQuery, enabled: session !== null && !session?.legal })
  useInvalidateOn(['announcement.updated'], [announcementQuery.queryKey])
  return data?.announcement ? <OwnAnnouncement key={data.announcement.id} announcement={data.announcement} /> : null
}
