import { phoneDigits, phoneVariants } from '@recado/contracts/whatsapp/phone'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/components/contact/contact.module.css'
import { CopyButton } from '#web/components/feedback/copy-button.tsx'
import { useMoney } from '#web/lib/i18n/money.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { useTimes } from '#web/lib/i18n/times.ts'
import type { ConversationDetail } from '../api.ts'
import { costQuery } from '../cost.ts'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

const Cost = ({ id }: { id: string }) => {
  const { t } = useTranslation('inbox/conversations')
  const { money } = useMoney()
  const { data } = useQuery(costQuery(id))
  if (!data) return null
  const { charged, amount, currency, estimated } = data
  return (
    <Fact label={t('cost.conversation')}>
      {currency ? money(amount, currency) : t('cost.nothing')}
      {charged > 0 ? ` · ${t('cost.charged', { count: charged })}` : null}
      {estimated > 0 ? ` · ${t('cost.estimated', { count: estimated })}` : null}
    </Fact>
  )
}

/** How the contact is known on WhatsApp, and since when. */
export const Facts = ({ detail }: { detail: ConversationDetail }) => {
  const { t } = useTranslation('inbox/conversations')
  const times = useTimes()
  const { contact } = detail
  // WhatsApp may spell the same Brazilian number without its ninth digit.
  const same = new Set(phoneVariants(contact.phone ?? ''))
  const end = contact.phone?.slice(-4)
  const others = contact.identities.filter(
    ({ kind, value }) =>
      kind === 'phone' && (value.includes('•') ? value.slice(-4) !== end : !same.has(phoneDigits(value))),
  )
  return (
    <dl className={classes.facts}>
      <Fact label={t('contacts/contact:phone')}>
        {contact.phone ? showPhone(contact.phone) : t('contacts/contact:noPhone')}{' '}
        {contact.phone && !contact.phone.includes('•') ? (
          <CopyButton value={contact.phone} size="xs" label={t('contacts/contact:copyPhone')} />
        ) : null}
      </Fact>
      {others.map(({ value }) => (
        <Fact key={value} label={t('contacts/contact:otherPhone')}>
          {showPhone(value)}
        </Fact>
      ))}
      {contact.username ? (
        <Fact label={t('contacts/contact:username')}>@{contact.username.replace(/^@/, '')}</Fact>
      ) : null}
      {contact.profileName ? <Fact label={t('contacts/contact:profileName')}>{contact.profileName}</Fact> : null}
      <Fact label={t('contacts/contact:since')}>{times.full(contact.createdAt)}</Fact>
      <Fact label={t('contacts/contact:channel')}>{detail.channel.name}</Fact>
      <Cost id={detail.id} />
      <Fact label={t('contacts/contact:before')}>
        {t('contacts/contact:previous', { count: detail.previousConversations })}
      </Fact>
    </dl>
  )
}
