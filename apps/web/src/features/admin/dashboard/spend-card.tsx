import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RankChart } from '#web/components/chart/charts.tsx'
import { spendQuery } from './api.ts'
import { ChartCard } from './chart-card.tsx'
import type { DashboardSearch } from './periods.ts'

/** Of the bars of three categories (pixels). */
const usualHeight = 168

/** What WhatsApp charges, by category. */
export const SpendCard = ({ search }: { search: DashboardSearch }) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const query = useQuery(spendQuery(search))
  const categories = query.data?.categories ?? []
  const currency = categories.find((one) => one.currency !== null)?.currency ?? 'USD'
  const money = new Intl.NumberFormat(i18n.language === 'pt' ? 'pt-BR' : 'en', { style: 'currency', currency })
  const total = categories.reduce((sum, one) => sum + (one.amount ?? 0), 0)
  const estimated = categories.reduce((sum, one) => sum + one.estimated, 0)
  const nameOf = (category: string) => t([`category.${category}`, 'category.other'])
  return (
    <ChartCard
      title={t('spend.title')}
      explanation={t('spend.explanation')}
      aside={categories.length > 0 ? t('spend.total', { total: money.format(total) }) : undefined}
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
        label={t('spend.amount')}
        bars={categories.map((one) => ({ label: nameOf(one.category), value: one.amount ?? 0 }))}
        format={(value) => money.format(value)}
      />
      {estimated > 0 ? (
        <Text size="xs" c="dimmed" mt="sm">
          {t('spend.estimated', { count: estimated })}
        </Text>
      ) : null}
    </ChartCard>
  )
}
