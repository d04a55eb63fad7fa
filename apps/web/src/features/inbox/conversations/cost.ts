import { getConversationCost } from '@recado/contracts/inbox/conversation-cost'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'

export const costQuery = (id: string) =>
  queryOptions({
    queryKey: ['conversations', 'cost', id],
    queryFn: ({ signal }) => call(getConversationCost, { params: { id } }, { signal }),
  })

/** An amount as people write it; prices of single messages have up to four decimals. */
export const useMoney = () => {
  const { i18n } = useTranslation()
  return (amount: number, currency: string): string =>
    new Intl.NumberFormat(i18n.language === 'pt' ? 'pt-BR' : i18n.language, {
      style: 'currency',
      currency,
      maximumFractionDigits: 4,
    }).format(amount)
}

/** What a template of a category costs in a conversation, as text; null where no rate is known. */
export const useTemplatePrice = (conversationId: string): ((category: string) => string | null) => {
  const { data } = useQuery(costQuery(conversationId))
  const money = useMoney()
  return (category) => {
    const known = data?.prices.find((one) => one.category === category.toLowerCase())
    return known ? money(known.price, known.currency) : null
  }
}
