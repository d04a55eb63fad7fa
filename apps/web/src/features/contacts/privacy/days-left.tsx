import { Text } from '@mantine/core'
import type { PrivacyRequest } from '@recado/contracts/contacts/privacy-requests'
import { dueSoonDays } from '@recado/contracts/contacts/privacy-requests'
import { useTranslation } from 'react-i18next'
import { day } from '#web/lib/i18n/dates.ts'

const DAY = 86_400_000

/** How long there is to answer a request, or since when it is overdue. */
export const DaysLeft = ({ request: { dueAt, closedAt } }: { request: Pick<PrivacyRequest, 'dueAt' | 'closedAt'> }) => {
  const { t, i18n } = useTranslation('contacts/privacy')
  if (closedAt !== null)
    return (
      <Text size="sm" c="dimmed" span>
        {day(closedAt, i18n.language)}
      </Text>
    )
  const left = (new Date(dueAt).getTime() - Date.now()) / DAY
  const isOver = left <= 0
  const text = isOver
    ? t('due.over', { count: Math.max(1, Math.ceil(-left)) })
    : t('due.left', { count: Math.ceil(left) })
  const color = isOver ? 'var(--mantine-color-error)' : left <= dueSoonDays ? 'var(--warning-text, inherit)' : 'inherit'
  return (
    <Text size="sm" span c={color} fw={left <= dueSoonDays ? 600 : 400} title={day(dueAt, i18n.language)}>
      {text}
    </Text>
  )
}
