import { listConsents } from '@recado/contracts/contacts/consents'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { contactKeys } from '#web/queries/contacts.ts'

/** What a contact said to being written to. */
export const consentsQuery = (contactId: string) =>
  queryOptions({
    queryKey: contactKeys(contactId).consents,
    queryFn: ({ signal }) => call(listConsents, { params: { id: contactId } }, { signal }),
  })
