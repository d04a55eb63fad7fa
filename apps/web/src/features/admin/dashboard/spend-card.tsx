import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ChartCard } from '#web/components/chart/chart-card.tsx'
import { RankChart } from '#web/components/chart/rank-chart.tsx'
import { useMoney } from '#web/lib/i18n/money.ts'
import { useCan } from '#web/lib/session/session.ts'
import { spendQuery } from './api.ts'
import { type Days, logLink } from './links.ts'
import type { DashboardSearch } from './periods.ts'

/** Of the bars of three categories (pixels). */
const usualHeight = 168

/** What WhatsApp charges, by category. */
export const SpendCard = ({ search, days }: { search: DashboardSearch; days: Days | undefined }) => {
  const { t } = useTranslation('admin/dashboard')
  const { money, rates } = useMoney()
  const can = useCan()
  const query = useQuery(spendQuery(search))
  const { categories = [], ratesFrom = null } = query.data ?? {}
  const currency = categories.find((one) => one.currency !== null)?.currency ?? null
  const total = categories.reduce((sum, one) => sum + (one.amount ?? 0), 0)
  const estimated = categories.reduce((sum, one) => sum + one.estimated, 0)
  const nameOf = (category: string) => t([`category.${category}`, 'category.other'])
  const said = [t('spend.total', { total: money(total, currency) }), ratesFrom ? rates(ratesFrom) : '']
  const linkOf = (category: string) =>
    days && can('messages.view') ? logLink(search, days, { category, priced: 'yes' }) : undefined
  return (
    <ChartCard
      title={t('spend.title')}
      explanation={t('spend.explanation')}
      aside={categories.length > 0 ? said.filter(Boolean).join(' · ') : undefined}
      query={query}
      empty={categories.length === 0}
      file="spend"
      height={usualHeight}
      rows={{
        head: [t('spend.category'), t('spend.messages'), t('spend.amount'), t('spend.currency')],
        body: categories.map((one) => [nameOf(one.category), one.messages, one.amount, one.currency]),
      }}
    >
      <RankChart
        ranks={categories.map((one) => ({
          key: one.category,
          label: nameOf(one.category),
          value: one.amount ?? 0,
          text: one.amount === null ? '–' : money(one.amount, one.currency),
          about: t('spend.count', { count: one.messages }),
          link: linkOf(one.category),
        }))}
      />
      {estimated > 0 ? (
        <Text size="xs" c="dimmed" mt="sm">
          {t('spend.estimated', { count: estimated })}
        </Text>
      ) : null}
    </ChartCard>
  )
}
