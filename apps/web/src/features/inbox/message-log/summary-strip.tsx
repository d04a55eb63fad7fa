import { Skeleton, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMoney } from '#web/lib/i18n/money.ts'
import { summaryQuery } from './api.ts'
import classes from './messages.module.css'
import type { LogSearch } from './search.ts'

type Props = { filter: LogSearch; onStatus: (status: string | undefined) => void }

/** How many of the shown messages stand where, and what they cost; each status shows its messages alone, and all again. */
export const SummaryStrip = ({ filter, onStatus }: Props) => {
  const { t, i18n } = useTranslation('inbox/message-log')
  const { data, error } = useQuery(summaryQuery(filter))
  const { money, rates } = useMoney()
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
          {data.capped ? (
            <Text span size="xs" c="dimmed" ml={6}>
              {t('capped', { number: number(data.total) })}
            </Text>
          ) : null}
        </dd>
      </div>
      {data.byStatus.map(({ status, count }) => (
        <div key={status}>
          <dt>{t(`counted.${status}`)}</dt>
          <dd>
            <UnstyledButton
              className={classes.figure ?? ''}
              aria-label={`${t(`counted.${status}`)}: ${number(count)}`}
              aria-pressed={filter.status === status}
              onClick={() => onStatus(filter.status === status ? undefined : status)}
            >
              {number(count)}
            </UnstyledButton>
          </dd>
        </div>
      ))}
      {costs.map(({ currency, amount }) => (
        <div key={currency}>
          <dt>{t('spent')}</dt>
          <dd>
            {money(amount, currency)}
            {data.ratesFrom ? (
              <Text span size="xs" c="dimmed" ml={6}>
                {rates(data.ratesFrom)}
              </Text>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
