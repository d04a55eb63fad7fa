import { listConsents } from '@recado/contracts/contacts/consents'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

/** What a contact said to being written to. */
export const consentsQuery = (contactId: string) =>
  queryOptions({
    queryKey: ['contacts', 'consents', contactId],
    queryFn: ({ signal }) => call(listConsents, { params: { id: contactId } }, { signal }),
  })
