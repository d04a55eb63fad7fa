import { Text } from '@mantine/core'
import type { Message } from '@recado/contracts/inbox/messages'
import { IconBan, IconPuzzle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isOnlyEmoji } from '#web/lib/ui/parse-format.ts'
import classes from './bubble.module.css'
import { ContactCards } from './contact-cards.tsx'
import { FoldedText } from './folded-text.tsx'
import { InteractiveContent, partsOf } from './interactive-content.tsx'
import { MediaContent } from './media-content.tsx'
import { unsupportedKind } from './payload.ts'
import { ChoiceContent, LocationCard, OrderCard, ReferralCard } from './rich-content.tsx'
import { storedTemplate } from './stored-template.ts'
import { TemplateContent } from './template-content.tsx'

const mediaTypes: ReadonlySet<string> = new Set(['image', 'video', 'audio', 'document', 'sticker'])

const Words = ({ id, text }: { id: string; text: string }) =>
  isOnlyEmoji(text) ? <div className={classes.emoji}>{text}</div> : <FoldedText id={id} text={text} />

const Unsupported = ({ message }: { message: Message }) => {
  const { t, i18n } = useTranslation('inbox/conversations')
  const kind = unsupportedKind(message.payload)
  const known = kind !== null && i18n.exists(`inbox/conversations:unsupported.${kind}`)
  return (
    <Text size="sm" className={classes.quiet}>
      <IconPuzzle size={16} aria-hidden="true" /> {t(known ? `unsupported.${kind}` : 'unsupported.text')}
    </Text>
  )
}

const TemplateMessage = ({ message }: { message: Message }) => {
  const preview = storedTemplate(message)
  return (
    <>
      {message.media ? <MediaContent message={message} /> : null}
      {preview ? (
        <TemplateContent preview={preview} hideMedia={message.media !== null} />
      ) : (
        <Words id={message.id} text={message.body ?? ''} />
      )}
    </>
  )
}

const Revoked = ({ direction }: Pick<Message, 'direction'>) => {
  const { t } = useTranslation('inbox/conversations')
  return (
    <Text size="sm" className={classes.quiet}>
      <IconBan size={16} aria-hidden="true" /> {t(direction === 'in' ? 'revoked.in' : 'revoked.out')}
    </Text>
  )
}

/** What a message says, by its type. */
export const MessageContent = ({ message }: { message: Message }) => {
  const { type, body } = message
  if (message.revokedAt) return <Revoked direction={message.direction} />
  if (mediaTypes.has(type)) {
    return (
      <>
        <ReferralCard message={message} />
        <MediaContent message={message} />
        {body ? <FoldedText id={message.id} text={body} /> : null}
      </>
    )
  }
  if (type === 'location') return <LocationCard message={message} />
  if (type === 'contacts') return <ContactCards message={message} />
  if (type === 'order') return <OrderCard message={message} />
  if (type === 'template') return <TemplateMessage message={message} />
  if (type === 'unsupported') return <Unsupported message={message} />
  if (message.direction === 'in' && (type === 'interactive' || type === 'button'))
    return <ChoiceContent message={message} />
  const parts = type === 'interactive' ? partsOf(message) : null
  if (parts) return <InteractiveContent message={message} parts={parts} />
  return (
    <>
      <ReferralCard message={message} />
      <Words id={message.id} text={body ?? ''} />
    </>
  )
}
