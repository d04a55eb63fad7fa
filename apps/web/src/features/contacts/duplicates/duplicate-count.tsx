import { useQuery } from '@tanstack/react-query'
import { shownCount } from '#web/lib/i18n/figures.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { duplicateCountQuery, duplicatePairsKey } from './api.ts'

/** How many pairs wait, for the menu. */
export const DuplicateCount = () => {
  const { data = 0 } = useQuery(duplicateCountQuery)
  useInvalidateOn(['duplicate.updated'], [duplicatePairsKey])
  return data > 0 ? shownCount(data) : null
}
