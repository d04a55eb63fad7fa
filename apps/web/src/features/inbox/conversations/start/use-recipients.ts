import { useDebouncedValue } from '@mantine/hooks'
import { findRecipients, type Recipient } from '@recado/contracts/inbox/recipients'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

/** Whom to write to: a contact, or a number that nobody has yet. */
export type To =
  | { kind: 'contact'; recipient: Recipient }
  | { kind: 'number'; phone: string; prices: Recipient['prices'] }

const shortest = 2

/** People and numbers for what is typed; `settled` once they are those of the text as it stands. */
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
