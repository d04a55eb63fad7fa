import { Anchor, Text } from '@mantine/core'
import type { Message } from '@recado/contracts/inbox/messages'
import {
  IconExternalLink,
  IconListDetails,
  IconMapPin,
  IconPackage,
  IconPointer,
  IconSpeakerphone,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import { choiceOf, locationOf, orderOf, type Referral, referralOf } from './payload.ts'
import classes from './rich.module.css'

const money = (amount: number, currency: string | null, language: string): string => {
  try {
    return new Intl.NumberFormat(language, { style: 'currency', currency: currency ?? 'BRL' }).format(amount)
  } catch {
    return `${amount} ${currency ?? ''}`
  }
}

/** A place as a card with a link; no map is loaded from anywhere. */
export const LocationCard = ({ message }: { message: Message }) => {
  const { t } = useTranslation('inbox/conversations')
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

/** What a customer tapped: a button, a row of a list, or a form's answers. */
export const ChoiceContent = ({ message }: { message: Message }) => {
  const { t } = useTranslation('inbox/conversations')
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
  const { t, i18n } = useTranslation('inbox/conversations')
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

const Referred = ({ referral }: { referral: Referral }) => {
  const { t } = useTranslation('inbox/conversations')
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

/** The ad or post that brought the customer here. */
export const ReferralCard = ({ message }: { message: Message }) => {
  const referral = referralOf(message.payload)
  return referral ? <Referred referral={referral} /> : null
}
