import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ContactDetails } from '#web/components/contact/contact-details.tsx'
import { useMoney } from '#web/lib/i18n/money.ts'
import type { ConversationDetail } from '../api.ts'
import { costQuery } from '../cost.ts'

const useCost = (id: string): string | null => {
  const { t } = useTranslation('inbox/conversations')
  const { money } = useMoney()
  const { data } = useQuery(costQuery(id))
  if (!data) return null
  const { charged, amount, currency, estimated } = data
  return [
    currency ? money(amount, currency) : t('cost.nothing'),
    charged > 0 ? t('cost.charged', { count: charged }) : null,
    estimated > 0 ? t('cost.estimated', { count: estimated }) : null,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** How the contact is known, and what there is to know of the conversation. */
export const Facts = ({ detail }: { detail: ConversationDetail }) => {
  const { t } = useTranslation(['inbox/conversations', 'contacts/contact'])
  const cost = useCost(detail.id)
  return (
    <ContactDetails
      besideFields
      contact={detail.contact}
      more={[
        [t('contacts/contact:channel'), detail.channel.name],
        cost === null ? null : [t('cost.conversation'), cost],
        [t('contacts/contact:before'), t('contacts/contact:previous', { count: detail.previousConversations })],
      ]}
    />
  )
}
