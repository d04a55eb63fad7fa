import { Modal, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type ConversationSummary, listConversations } from '@recado/contracts/inbox/conversations'
import type { Message } from '@recado/contracts/inbox/messages'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { call } from '#web/lib/api/api.ts'
import { plainText } from '#web/lib/ui/parse-format.ts'
import { useChatPlace, useOutbox } from './chat-context.tsx'
import { PeopleField, type PeopleOption } from './start/people-field.tsx'
import { isWindowOpen, windowTimeAt } from './window-time.ts'

const shortest = 2
const shown = 20

const useFound = (text: string) => {
  const [typed] = useDebouncedValue(text.trim(), 200)
  const search = typed.length >= shortest ? typed : undefined
  const found = useQuery({
    queryKey: ['conversations', 'to-forward-to', search],
    queryFn: ({ signal }) =>
      call(
        listConversations,
        { query: { view: 'all', status: search ? 'all' : 'open', limit: shown, ...(search && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  return { ...found, settled: typed === text.trim() && !found.isPlaceholderData }
}

type Props = { message: Message; onClose: () => void }

/** Forwards a message to another conversation, where it is held and can be undone like any message sent there. */
export const ForwardDialog = ({ message, onClose }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const outbox = useOutbox()
  const { goOn } = useChatPlace()
  const [text, setText] = useState('')
  const { data, error, isFetching, settled, refetch } = useFound(text)
  const others = (data?.data ?? []).filter(({ id }) => id !== message.conversationId)
  const words = message.body ? plainText(message.body) : t(`kind.${message.type}`)
  const optionOf = ({ id, contact, channel, windowExpiresAt }: ConversationSummary): PeopleOption => {
    const open = isWindowOpen(windowTimeAt(windowExpiresAt, Date.now()))
    return {
      key: id,
      picture: <Avatar name={contact.displayName} size={32} />,
      name: contact.displayName,
      note: open ? channel.name : t('window.closed'),
      disabled: !open,
    }
  }
  const forward = (id: string) => {
    const draft = { type: 'forward', messageId: message.id } as const
    outbox.add({ conversationId: id, draft, text: message.body ?? words })
    onClose()
    goOn(id, false)
  }
  return (
    <Modal opened onClose={onClose} title={t('forward.title')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      <Text size="sm" c="dimmed" lineClamp={2} mb="sm">
        {words}
      </Text>
      <PeopleField
        label={t('forward.to')}
        placeholder={t('start.find')}
        found={t('start.found')}
        text={text}
        options={others.map(optionOf)}
        settled={settled}
        loading={isFetching}
        error={error}
        note={data && others.length === 0 ? t('common:nothingFound') : ''}
        onText={setText}
        onPick={forward}
        onRetry={() => void refetch()}
        onClose={onClose}
      />
    </Modal>
  )
}
