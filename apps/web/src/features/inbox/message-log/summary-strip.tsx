import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { summaryQuery } from './api.ts'
import { useMoney } from './labels.tsx'
import classes from './messages.module.css'
import type { LogSearch } from './search.ts'

/** How many of the shown messages stand where, and what they cost. */
export const SummaryStrip = ({ filter }: { filter: LogSearch }) => {
  const { t, i18n } = useTranslation('inbox/message-log')
  const { data, error } = useQuery(summaryQuery(filter))
  const money = useMoney()
  const number = (value: number) => new Intl.NumberFormat(i18n.language).format(value)
  if (error) return null
  if (!data) return <Skeleton height={22} mb="md" maw={420} />
  const costs = data.costs.filter(({ amount }) => amount > 0)
  return (
    <dl className={classes.strip} aria-label={t('summary')}>
      <div>
        <dt>{t('total')}</dt>
        <dd>
          {number(data.total)}
          {data.capped ? '+' : ''}
        </dd>
      </div>
      {data.byStatus.map(({ status, count }) => (
        <div key={status}>
          <dt>{t(`counted.${status}`)}</dt>
          <dd>{number(count)}</dd>
        </div>
      ))}
      {costs.map(({ currency, amount }) => (
        <div key={currency}>
          <dt>{t('spent')}</dt>
          <dd>{money(amount, currency)}</dd>
        </div>
      ))}
      {data.capped ? (
        <Text size="xs" c="dimmed">
          {t('capped', { number: number(data.total) })}
        </Text>
      ) : null}
    </dl>
  )
}
