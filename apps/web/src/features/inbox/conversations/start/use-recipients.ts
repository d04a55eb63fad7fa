import { useDebouncedValue } from '@mantine/hooks'
import { findRecipients, type Recipient } from '@recado/contracts/inbox/recipients'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

/** A recipient: a contact, or a number without a contact. */
export type To =
  | { kind: 'contact'; recipient: Recipient }
  | { kind: 'number'; phone: string; prices: Recipient['prices'] }

const shortest = 2

/** Contacts and numbers for the typed text; `settled` once they belong to the current text. */
export const useRecipients = (text: string, channelId: string) => {
  const typed = text.trim()
  const [search] = useDebouncedValue(typed, 200)
  const enabled = search.length >= shortest && channelId !== ''
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['conversations', 'recipients', channelId, search],
    queryFn: ({ signal }) => call(findRecipients, { query: { search, channelId } }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  })
  const found = enabled ? data : undefined
  const options: To[] = [
    ...(found?.data ?? []).map((recipient) => ({ kind: 'contact', recipient }) as const),
    ...(found?.number ? [{ kind: 'number', ...found.number } as const] : []),
  ]
  const settled = found !== undefined && search === typed && !isPlaceholderData
  return { options, settled, loading: enabled && isFetching, error: enabled ? error : null, refetch }
}
