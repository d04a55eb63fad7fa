import { ActionIcon } from '@mantine/core'
import type { Message } from '@recado/contracts/inbox/messages'
import { deleteNote } from '@recado/contracts/inbox/notes'
import { IconNote, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ByPlace } from '#web/components/content/by-place.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { call } from '#web/lib/api/api.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { keys } from '../api.ts'
import classes from './bubble.module.css'
import { FoldedText } from './folded-text.tsx'
import { MediaContent } from './media-content.tsx'
import { asList, asText } from './payload.ts'

const mentionedIn = (message: Message): string[] =>
  asList(message.payload['mentions']).flatMap((person) => asText(person['name']) ?? [])

/** A note's words with the members that it names set apart. */
const Words = ({ id, text, names }: { id: string; text: string; names: readonly string[] }) => {
  const marked = names.filter((name) => text.includes(`@${name}`)).sort((a, b) => b.length - a.length)
  if (marked.length === 0) return <FoldedText id={id} text={text} />
  const escaped = marked.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const parts = text.split(new RegExp(`(@(?:${escaped.join('|')}))`))
  return (
    <p className={classes.noteWords}>
      <ByPlace items={parts}>
        {(part, index) => (index % 2 === 1 ? <b className={classes.mention}>{part}</b> : part)}
      </ByPlace>
    </p>
  )
}

const DeleteButton = ({ message }: { message: Message }) => {
  const { t } = useTranslation('inbox/conversations')
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const id = message.conversationId
  return (
    <>
      <ActionIcon size={24} color="gray" aria-label={t('notes.delete')} onClick={() => setAsking(true)}>
        <IconTrash size={14} />
      </ActionIcon>
      {asking ? (
        <ConfirmDialog
          opened
          danger
          title={t('notes.deleteTitle')}
          confirmLabel={t('notes.delete')}
          onConfirm={async () => {
            await call(deleteNote, { params: { id, messageId: message.id } })
            await queryClient.invalidateQueries({ queryKey: keys.messages(id) })
          }}
          onClose={() => setAsking(false)}
        >
          {t('notes.deleteText')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

type Props = { message: Message; highlighted: boolean }

/** A note of the team, in a color of its own: the customer never sees it. */
export const NoteRow = ({ message, highlighted }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const times = useTimes()
  const can = useCan()
  const { user } = useSignedIn()
  const own = message.author?.id === user.id
  const mayDelete = can('conversations.reply') && (own || can('conversations.assign'))
  return (
    <div
      className={classes.row}
      data-side="note"
      data-first
      data-highlighted={highlighted || undefined}
      data-message-id={message.id}
    >
      <article className={classes.bubble} aria-label={t('notes.of')}>
        <div className={classes.noteHead}>
          <IconNote size={14} aria-hidden="true" />
          {message.author?.name ?? t('someone')}
          <time dateTime={message.occurredAt} title={times.full(message.occurredAt)}>
            {times.clock(message.occurredAt)}
          </time>
          {mayDelete ? <DeleteButton message={message} /> : null}
        </div>
        {message.body ? <Words id={message.id} text={message.body} names={mentionedIn(message)} /> : null}
        {message.media ? <MediaContent message={message} /> : null}
      </article>
    </div>
  )
}
