import { getContactHistory } from '@recado/contracts/contacts/contact-history'
import { listContactNotes } from '@recado/contracts/contacts/contact-notes'
import { getContactSettings } from '@recado/contracts/contacts/contact-settings'
import { getContact } from '@recado/contracts/contacts/contacts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'
import { readAgain } from '#web/lib/api/read-again.ts'
import { companySettingsKey, settingsStale } from './company-settings.ts'

/** Everything about contacts: their lists and each of them. */
export const contactsKey = ['contacts'] as const

/** What is shown of one contact, wherever that is. */
export const contactKeys = (id: string) => {
  const of = (part: string) => [...contactsKey, part, id] as const
  return {
    one: of('one'),
    history: of('history'),
    files: of('files'),
    notes: of('notes'),
    timeline: of('timeline'),
    campaigns: of('campaigns'),
    lists: of('lists'),
    segments: of('segments'),
    consents: of('consents'),
    duplicates: of('duplicates'),
    merges: of('merges'),
  }
}

/** Reads again what is shown of one contact. */
export const readContactAgain = (client: QueryClient, id: string): Promise<unknown> =>
  Promise.all(Object.values(contactKeys(id)).map((queryKey) => readAgain(client, queryKey)))

/** One contact; for one that was merged, the contact that it is part of. */
export const contactQuery = (id: string) =>
  queryOptions({
    queryKey: contactKeys(id).one,
    queryFn: ({ signal }) => call(getContact, { params: { id } }, { signal }),
  })

/** Conversations, files and ratings of a contact. */
export const contactHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: contactKeys(id).history,
    queryFn: ({ signal }) => call(getContactHistory, { params: { id } }, { signal }),
  })

/** Pinned notes and open tasks of a contact. */
export const contactNotesQuery = (id: string) =>
  queryOptions({
    queryKey: contactKeys(id).notes,
    queryFn: ({ signal }) => call(listContactNotes, { params: { id } }, { signal }),
  })

/** How the company files its contacts: the stages that they go through. */
export const contactSettingsQuery = queryOptions({
  queryKey: [...companySettingsKey, 'contacts'],
  queryFn: ({ signal }) => call(getContactSettings, {}, { signal }),
  staleTime: settingsStale,
})
