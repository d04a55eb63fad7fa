import { useQueryClient } from '@tanstack/react-query'
import { companySettingsKey } from '#web/queries/company-settings.ts'
import { contactsKey } from '#web/queries/contacts.ts'

/** Has tags and lists, and the contacts that show them, read again. */
export const useGroupsChanged = () => {
  const client = useQueryClient()
  return () => Promise.all([companySettingsKey, contactsKey].map((queryKey) => client.invalidateQueries({ queryKey })))
}
