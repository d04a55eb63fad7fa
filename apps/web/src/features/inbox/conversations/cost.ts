import { getConversationCost, type MessagePrice } from '@recado/contracts/inbox/conversation-cost'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { useMoney } from '#web/lib/i18n/money.ts'

export const costQuery = (id: string) =>
  queryOptions({
    queryKey: ['conversations', 'cost', id],
    queryFn: ({ signal }) => call(getConversationCost, { params: { id } }, { signal }),
  })

/** The price of a message of a category to a recipient, and its rate card, as texts; null if no rate is known. */
export const usePrice = (prices: readonly MessagePrice[] | undefined) => {
  const { money, rates } = useMoney()
  return (category: string): { price: string; rates: string } | null => {
    const known = prices?.find((one) => one.category === category.toLowerCase())
    return known ? { price: money(known.price, known.currency), rates: rates(known.ratesFrom) } : null
  }
}
