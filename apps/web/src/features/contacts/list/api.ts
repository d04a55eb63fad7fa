import { type ContactSort, listContactChanges, listContacts } from '@recado/contracts/contacts/address-book'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError, call } from '#web/lib/api/api.ts'
import { contactsKey } from '#web/queries/contacts.ts'

type Filter = Record<string, string>
type Page = { sort: ContactSort | undefined; cursor: string | undefined }

const PAGE = 50

/** A page of contacts; the first one says how many there are. */
export const contactsQuery = (filter: Filter, { sort, cursor }: Page) =>
  queryOptions({
    queryKey: [...contactsKey, 'list', filter, sort ?? null, cursor ?? null],
    queryFn: ({ signal }) =>
      call(
        listContacts,
        {
          query: {
            ...filter,
            ...(sort ? { sort } : {}),
            ...(cursor ? { cursor } : {}),
            count: 'exact' as const,
            limit: PAGE,
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    // Filters that name what is gone are refused however often they are asked.
    retry: (failures, error) => failures < 3 && !(error instanceof ApiError && [404, 422].includes(error.status)),
  })

/** How many contacts filters leave. */
export const countContacts = async (filter: Filter) =>
  (await call(listContacts, { query: { ...filter, count: 'exact', limit: 1 } })).page.total ?? 0

export const changesQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...contactsKey, 'changes', cursor ?? null],
    queryFn: ({ signal }) => call(listContactChanges, { query: cursor ? { cursor } : {} }, { signal }),
    placeholderData: keepPreviousData,
  })
