import { UnstyledButton } from '@mantine/core'
import type { ContactFile, ContactHistory } from '@recado/contracts/contacts/contact-history'
import { IconFile, IconMusic, IconVideo } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fileSize } from '#web/lib/i18n/file-size.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import { plainText } from '#web/lib/ui/parse-format.ts'
import { contactHistoryQuery } from '#web/queries/contacts.ts'
import classes from './contact.module.css'
import { Section } from './section.tsx'

/** Shows a conversation, at a message of it. */
type Open = (conversation: string, message?: string) => void

/** Conversations with a contact: the last words of each, its status, number and time. */
export const PastConversations = ({ items, onOpen }: { items: ContactHistory['conversations']; onOpen: Open }) => {
  const { t } = useTranslation(['contacts/contact', 'inbox/conversations'])
  const times = useTimes()
  return (
    <ul className={classes.rows}>
      {items.map(({ id, status, channelName, lastMessageAt, lastPreview, lastType }) => (
        <li key={id}>
          <UnstyledButton className={classes.row} onClick={() => onOpen(id)}>
            <span className={classes.rowText}>
              {lastPreview
                ? plainText(lastPreview)
                : t(`inbox/conversations:kind.${lastType ?? 'message'}`, {
                    defaultValue: t('inbox/conversations:kind.message'),
                  })}
            </span>
            <small>
              {t(`status.${status}`)} · {channelName} · {times.short(lastMessageAt)}
            </small>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

const icons = { video: IconVideo, audio: IconMusic } as const

type FilesProps = { items: readonly ContactFile[]; onOpen: Open; roomy?: boolean }

/** What a contact and the company sent each other: pictures first, then all other files. */
export const PastFiles = ({ items, onOpen, roomy = false }: FilesProps) => {
  const { t, i18n } = useTranslation(['contacts/contact', 'inbox/conversations'])
  const times = useTimes()
  const pictures = items.filter(({ media }) => media.kind === 'image' && media.url)
  const others = items.filter((item) => !pictures.includes(item))
  return (
    <>
      {pictures.length > 0 ? (
        <div className={classes.pictures} data-roomy={roomy || undefined}>
          {pictures.map(({ messageId, conversationId, media, occurredAt }) => (
            <UnstyledButton
              key={messageId}
              aria-label={t('photoOf', { time: times.full(occurredAt) })}
              onClick={() => onOpen(conversationId, messageId)}
            >
              <img src={media.url ?? ''} alt="" loading="lazy" decoding="async" />
            </UnstyledButton>
          ))}
        </div>
      ) : null}
      {others.length > 0 ? (
        <ul className={classes.rows}>
          {others.map(({ messageId, conversationId, media, occurredAt }) => {
            const Icon = icons[media.kind as keyof typeof icons] ?? IconFile
            return (
              <li key={messageId}>
                <UnstyledButton className={classes.fileRow} onClick={() => onOpen(conversationId, messageId)}>
                  <Icon size={20} stroke={1.5} aria-hidden="true" />
                  <span>
                    <span className={classes.rowText}>
                      {media.filename ?? t(`inbox/conversations:kind.${media.kind}`)}
                    </span>
                    <small>
                      {media.size === null ? null : `${fileSize(media.size, i18n.language)} · `}
                      {times.short(occurredAt)}
                    </small>
                  </span>
                </UnstyledButton>
              </li>
            )
          })}
        </ul>
      ) : null}
    </>
  )
}

/** How a contact rated conversations. */
export const PastRatings = ({ items, onOpen }: { items: ContactHistory['ratings']; onOpen: Open }) => {
  const { t } = useTranslation('contacts/contact')
  const times = useTimes()
  return (
    <ul className={classes.rows}>
      {items.map(({ conversationId, score, comment, answeredAt }) => (
        <li key={answeredAt}>
          <UnstyledButton className={classes.row} onClick={() => onOpen(conversationId)}>
            <span className={classes.rowText}>{t('score', { score })}</span>
            {comment ? <span className={classes.comment}>{comment}</span> : null}
            <small>{times.short(answeredAt)}</small>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

type HistoryProps = { contactId: string; conversationId: string; onOpen: Open }

/** What there was with the contact besides the open conversation: each part only where there is something. */
export const HistorySections = ({ contactId, conversationId, onOpen }: HistoryProps) => {
  const { t } = useTranslation('contacts/contact')
  const { data } = useQuery({ ...contactHistoryQuery(contactId), meta: { quiet: true } })
  if (!data) return null
  const others = data.conversations.filter(({ id }) => id !== conversationId)
  return (
    <>
      {others.length > 0 ? (
        <Section id="conversations" title={t('conversations')} count={others.length}>
          <PastConversations items={others} onOpen={onOpen} />
        </Section>
      ) : null}
      {data.files.length > 0 ? (
        <Section id="files" title={t('files')} count={data.files.length}>
          <PastFiles items={data.files} onOpen={onOpen} />
        </Section>
      ) : null}
      {data.ratings.length > 0 ? (
        <Section id="ratings" title={t('ratings')} count={data.ratings.length}>
          <PastRatings items={data.ratings} onOpen={onOpen} />
        </Section>
      ) : null}
    </>
  )
}
