import { Badge } from '@mantine/core'
import { shownCount } from '#web/lib/i18n/figures.ts'

/** Number of unread things: nothing for 0, 99+ above 99. */
export const CountBadge = ({ count, label }: { count: number; label?: string }) => {
  if (count <= 0) return null
  return (
    <Badge size="sm" circle={count < 10} variant="filled" color="petrol" aria-label={label}>
      {shownCount(count)}
    </Badge>
  )
}
