import { ActionIcon } from '@mantine/core'
import {
  type Announcement,
  type AnnouncementReaction,
  reactToAnnouncement,
} from '@recado/contracts/identity/announcements'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { AnnouncementBar } from '#web/components/feedback/announcement-bar.tsx'
import { call } from '#web/lib/api/api.ts'
import { announcementQuery } from './announcement-query.ts'

/** The announcement of now. That it was seen, opened or closed is told to the server. */
export const OwnAnnouncement = ({ announcement }: { announcement: Announcement }) => {
  const { t, i18n } = useTranslation()
  const client = useQueryClient()
  const { id, topic, content, seen } = announcement
  const { title, body } = content[i18n.language === 'pt' ? 'pt' : 'en']
  const isTold = useRef(seen)
  const tell = (reaction: AnnouncementReaction) => call(reactToAnnouncement, { body: { id, reaction } })
  const dismiss = useMutation({
    mutationFn: () => {
      client.setQueryData(announcementQuery.queryKey, { announcement: null })
      // The button is gone, and whoever uses a keyboard goes on in the page.
      document.getElementById('main')?.focus()
      return tell('dismissed')
    },
    onSettled: () => client.invalidateQueries({ queryKey: announcementQuery.queryKey }),
  })
  useEffect(() => {
    if (isTold.current) return
    isTold.current = true
    // The next page tells it again.
    call(reactToAnnouncement, { body: { id, reaction: 'seen' } }).catch(() => undefined)
  }, [id])
  return (
    <AnnouncementBar
      topic={topic}
      title={title}
      body={body}
      label={t('shell.announcement.label')}
      link={
        <TextLink
          to={content.url as '/'}
          c={topic === 'incident' ? 'inherit' : 'var(--accent-text)'}
          td="underline"
          fz="inherit"
          aria-label={t('shell.announcement.more', { title })}
          onClick={() => void tell('clicked').catch(() => undefined)}
        >
          {t('shell.announcement.open')}
        </TextLink>
      }
      close={
        <ActionIcon
          variant="transparent"
          c="inherit"
          size={26}
          aria-label={t('shell.announcement.dismiss')}
          onClick={() => dismiss.mutate()}
        >
          <IconX size={17} aria-hidden="true" />
        </ActionIcon>
      }
    />
  )
}
