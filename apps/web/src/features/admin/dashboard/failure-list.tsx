import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { RankChart } from '#web/components/chart/rank-chart.tsx'
import { useCan } from '#web/lib/session/session.ts'
import type { Summary } from './api.ts'
import { logLink } from './links.ts'
import type { DashboardSearch } from './periods.ts'

const none = 'unknown'

type Props = { summary: Summary; search: DashboardSearch }

/** Why messages of the period failed, most frequent first. */
export const FailureList = ({ summary, search }: Props) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const can = useCan()
  const number = new Intl.NumberFormat(i18n.language)
  const linkOf = (code: string) =>
    logLink(search, summary.period, { direction: 'out', status: 'failed', errorCode: code === none ? 'none' : code })
  return (
    <ListCard title={t('failures.title')}>
      <RankChart
        tone="bad"
        ranks={summary.failures.map(({ code, count }) => ({
          key: code,
          label: t([`failures.code.${code}`, 'failures.other']),
          value: count,
          text: number.format(count),
          about: code === none ? null : t('failures.codeLabel', { code }),
          link: can('messages.view') ? linkOf(code) : undefined,
        }))}
      />
    </ListCard>
  )
}
