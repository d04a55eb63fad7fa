import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConversationDetail } from '../api.ts'
import { showPhone } from '../phone.ts'
import { useTimes } from '../timeline/times.ts'
import classes from './contact.module.css'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** How the contact is known on WhatsApp, and since when. */
export const Facts = ({ detail }: { detail: ConversationDetail }) => {
  const { t } = useTranslation('chat')
  const times = useTimes()
  const { contact } = detail
  const others = contact.identities.filter(({ kind, value }) => kind === 'phone' && value !== contact.phone)
  return (
    <dl className={classes.facts}>
      <Fact label={t('contact.phone')}>{contact.phone ? showPhone(contact.phone) : t('contact.noPhone')}</Fact>
      {others.map(({ value }) => (
        <Fact key={value} label={t('contact.otherPhone')}>
          {showPhone(value)}
        </Fact>
      ))}
      {contact.username ? <Fact label={t('contact.username')}>@{contact.username.replace(/^@/, '')}</Fact> : null}
      {contact.profileName ? <Fact label={t('contact.profileName')}>{contact.profileName}</Fact> : null}
      <Fact label={t('contact.since')}>{times.full(contact.createdAt)}</Fact>
      <Fact label={t('contact.channel')}>{detail.channel.name}</Fact>
      <Fact label={t('contact.before')}>{t('contact.previous', { count: detail.previousConversations })}</Fact>
    </dl>
  )
}
