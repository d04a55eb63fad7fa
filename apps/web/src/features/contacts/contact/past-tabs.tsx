import { Stack } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { PastConversations, PastRatings } from '#web/components/contact/history-sections.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { contactHistoryQuery } from '#web/queries/contacts.ts'
import { useOpenConversation } from './use-open-conversation.ts'

/** Conversations with a contact that the reader may see, and how they rated them. */
export const ConversationsTab = ({ contactId }: { contactId: string }) => {
  const { t } = useTranslation('contacts/contact')
  const query = useQuery(contactHistoryQuery(contactId))
  const open = useOpenConversation()
  if (!query.data) return <RecordFallback query={query} />
  const { conversations, ratings } = query.data
  if (conversations.length === 0)
    return (
      <EmptyState icon={IconMessages} title={t('past.noConversations')} description={t('past.noConversationsText')} />
    )
  return (
    <Stack gap="md" maw={960}>
      <ListCard title={t('tab.conversations')}>
        <PastConversations items={conversations} onOpen={open} />
      </ListCard>
      {ratings.length > 0 ? (
        <ListCard title={t('ratings')}>
          <PastRatings items={ratings} onOpen={open} />
        </ListCard>
      ) : null}
    </Stack>
  )
}
