import { useQueries } from '@tanstack/react-query'
import { contactAttributesQuery } from '#web/queries/contact-attributes.ts'
import { contactSettingsQuery } from '#web/queries/contacts.ts'
import { RetryState } from '../feedback/retry-state.tsx'

/** Says that the company's own fields or stages could not be loaded, rather than leave them out; nothing otherwise. */
export const FieldsFailed = () => {
  const queries = useQueries({ queries: [contactAttributesQuery, contactSettingsQuery] })
  const failed = queries.filter(({ data, error }) => error !== null && data === undefined)
  const [first] = failed
  if (!first) return null
  return <RetryState compact error={first.error} onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))} />
}
