import { UnstyledButton } from '@mantine/core'
import { IconChevronsRight } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMedia } from '#web/lib/ui/use-media.ts'
import { conversationCountsQuery } from '#web/queries/conversation-counts.ts'
import { conversationQuery, messagesQuery, nextUnreadQuery } from '../api.ts'
import { useChatPlace } from '../chat-context.tsx'
import { countText } from '../list/views.ts'
import classes from './composer.module.css'

/** Reads a conversation before it is opened, so that it is there at once. */
const useReadAhead = (id: string | undefined): void => {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!id) return
    void queryClient.prefetchQuery(conversationQuery(id))
    void queryClient.prefetchQuery(messagesQuery(queryClient, id))
  }, [queryClient, id])
}

/**
 * On a phone, where the list is a page of its own: goes on to the next conversation of the list with something unread.
 * Whoever is writing goes on writing there.
 */
export const NextUnread = ({ conversationId }: { conversationId: string }) => {
  const { t } = useTranslation('inbox/conversations')
  const phone = useMedia('(max-width: 48em)')
  const { filter, goOn } = useChatPlace()
  const { data: counts } = useQuery({ ...conversationCountsQuery(), enabled: phone })
  const unread = counts?.unread ?? 0
  const { data } = useQuery({ ...nextUnreadQuery(filter, conversationId, unread), enabled: phone && unread > 0 })
  const next = phone && unread > 0 ? data?.data.find(({ id }) => id !== conversationId) : undefined
  useReadAhead(next?.id)
  if (!next) return null
  return (
    <UnstyledButton
      className={classes.next}
      aria-label={t('composer.nextUnread', { name: next.contact.displayName })}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => goOn(next.id, document.activeElement instanceof HTMLTextAreaElement)}
    >
      <span aria-hidden="true">{countText(unread)}</span>
      <IconChevronsRight size={20} aria-hidden="true" />
    </UnstyledButton>
  )
}
