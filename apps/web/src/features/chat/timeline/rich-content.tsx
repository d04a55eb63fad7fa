import { Anchor, Button, Text } from '@mantine/core'
import type { Message } from '@recado/contracts/messages'
import {
  IconExternalLink,
  IconListDetails,
  IconMapPin,
  IconMessagePlus,
  IconPackage,
  IconPointer,
  IconSpeakerphone,
  IconUser,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../components/copy-button.tsx'
import { FormattedText } from '../format/formatted-text.tsx'
import { choiceOf, contactsOf, locationOf, orderOf, referralOf, type SharedContact } from './payload.ts'
import classes from './rich.module.css'
import { useTimelineActions } from './timeline-actions.ts'

const money = (amount: number, currency: string | null, language: string): string => {
  try {
    return new Intl.NumberFormat(language, { style: 'currency', currency: currency ?? 'BRL' }).format(amount)
  } catch {
    return `${amount} ${currency ?? ''}`
  }
}

/** A place as a card with a link; no map is loaded from anywhere. */
export const LocationCard = ({ message }: { message: Message }) => {
  const { t } = useTranslation('chat')
  const place = locationOf(message.payload)
  if (!place) return <Text size="sm">{message.body ?? t('kind.location')}</Text>
  const { latitude, longitude } = place
  const at = `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
  const href = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
  return (
    <div className={classes.card}>
      <div className={classes.map} aria-hidden="true">
        <IconMapPin size={30} stroke={1.6} />
      </div>
      <div className={classes.cardText}>
        <b>{place.name ?? t('kind.location')}</b>
        {place.address ? <span>{place.address}</span> : null}
        <small>{at}</small>
        <Anchor href={href} target="_blank" rel="noopener noreferrer" size="sm" c="var(--accent-text)">
          {t('location.open')} <IconExternalLink size={13} aria-hidden="true" />
        </Anchor>
      </div>
    </div>
  )
}

type StartProps = { contact: SharedContact; onStart: ((phone: string) => void) | null }

/** Begins a conversation with one of the numbers of a card; nothing where they are masked. */
const StartButtons = ({ contact, onStart }: StartProps) => {
  const { t } = useTranslation('chat')
  const phones = contact.phones.filter(({ phone }) => !phone.includes('•'))
  if (!onStart) return null
  return phones.map(({ phone }) => (
    <Button
      key={phone}
      size="compact-xs"
      variant="light"
      mt={4}
      leftSection={<IconMessagePlus size={14} />}
      aria-label={t('start.with', { name: contact.name, phone })}
      onClick={() => onStart(phone)}
    >
      {phones.length > 1 ? t('start.withPhone', { phone }) : t('start.short')}
    </Button>
  ))
}

/** Contacts that somebody shared. */
export const ContactCards = ({ message }: { message: Message }) => {
  const { t } = useTranslation('chat')
  const { canReply, startChat } = useTimelineActions()
  const contacts = contactsOf(message.payload)
  if (contacts.length === 0) return <Text size="sm">{message.body ?? t('kind.contacts')}</Text>
  return (
    <div className={classes.stack}>
      {contacts.map((contact) => (
        <div key={`${contact.name} ${contact.phones[0]?.phone ?? ''}`} className={classes.contact}>
          <IconUser size={26} stroke={1.5} aria-hidden="true" />
          <div className={classes.cardText}>
            <b>{contact.name}</b>
            {contact.organisation ? <small>{contact.organisation}</small> : null}
            {contact.phones.map(({ phone }) => (
              <span key={phone} className={classes.line}>
                {phone} <CopyButton value={phone} size="xs" />
              </span>
            ))}
            {contact.emails.map((email) => (
              <span key={email}>{email}</span>
            ))}
            <StartButtons
              contact={contact}
              onStart={
                canReply && message.direction === 'in' ? (phone) => startChat({ name: contact.name, phone }) : null
              }
            />
          </div>
        </div>
      ))}
    </div>
  )
}

/** What a customer tapped: a button, a row of a list, or a form's answers. */
export const ChoiceContent = ({ message }: { message: Message }) => {
  const { t } = useTranslation('chat')
  const { title, description, kind, answers } = choiceOf(message)
  const Icon = kind === 'list_reply' || answers.length > 0 ? IconListDetails : IconPointer
  return (
    <div className={classes.choice}>
      <span className={classes.choiceKind}>
        <Icon size={14} aria-hidden="true" /> {t(answers.length > 0 ? 'choice.form' : 'choice.chosen')}
      </span>
      {title ? <FormattedText text={title} /> : null}
      {description ? <small>{description}</small> : null}
      {answers.length > 0 ? (
        <dl className={classes.answers}>
          {answers.map(([name, answer]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{answer}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  )
}

/** An order from the catalogue: its items and what they come to. */
export const OrderCard = ({ message }: { message: Message }) => {
  const { t, i18n } = useTranslation('chat')
  const { items, text } = orderOf(message)
  const currency = items.find((item) => item.currency)?.currency ?? null
  const total = items.reduce((sum, { price, quantity }) => sum + (price ?? 0) * quantity, 0)
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <div className={classes.order}>
      <span className={classes.orderTitle}>
        <IconPackage size={18} aria-hidden="true" /> {t('order.items', { count })}
      </span>
      <ul>
        {items.map(({ product, quantity, price, currency: unit }) => (
          <li key={product}>
            <span>
              {quantity} × {product}
            </span>
            {price === null ? null : <span>{money(price * quantity, unit, i18n.language)}</span>}
          </li>
        ))}
      </ul>
      {total > 0 ? (
        <div className={classes.total}>
          <b>{t('order.total')}</b>
          <b>{money(total, currency, i18n.language)}</b>
        </div>
      ) : null}
      {text ? <FormattedText text={text} /> : null}
    </div>
  )
}

/** The ad or post that brought the customer here. */
export const ReferralCard = ({ message }: { message: Message }) => {
  const { t } = useTranslation('chat')
  const referral = referralOf(message.payload)
  if (!referral) return null
  return (
    <div className={classes.referral}>
      <span className={classes.choiceKind}>
        <IconSpeakerphone size={14} aria-hidden="true" /> {t('referral.title')}
      </span>
      {referral.headline ? <b>{referral.headline}</b> : null}
      {referral.body ? <span>{referral.body}</span> : null}
      {referral.url ? (
        <Anchor href={referral.url} target="_blank" rel="noopener noreferrer nofollow" size="sm" c="var(--accent-text)">
          {t('referral.open')}
        </Anchor>
      ) : null}
    </div>
  )
}
