import { Select, Stack, Text } from '@mantine/core'
import { attributionDays, type CampaignConversions } from '@recado/contracts/campaigns/analytics'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { FactList } from '#web/components/content/fact-list.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { changeSearch } from '#web/lib/api/search.ts'
import { useMoney } from '#web/lib/i18n/money.ts'
import { useCan } from '#web/lib/session/session.ts'
import { conversionsQuery } from './api.ts'
import type { CampaignPageSearch } from './search.ts'
import { useNumbers } from './use-numbers.ts'

const offered = [1, 3, 7, 14, 30]

type PickerProps = { days: number; onChange: (days: number) => void }

const DaysPicker = ({ days, onChange }: PickerProps) => {
  const { t } = useTranslation('campaigns/campaign')
  const choices = [...new Set([...offered, days])].toSorted((a, b) => a - b)
  return (
    <Select
      aria-label={t('conversions.window')}
      w={230}
      maw="100%"
      size="sm"
      allowDeselect={false}
      value={String(days)}
      data={choices.map((count) => ({ value: String(count), label: t('conversions.days', { count }) }))}
      onChange={(value) => value && onChange(Number(value))}
    />
  )
}

const Orders = ({ found }: { found: CampaignConversions }) => {
  const { t } = useTranslation('campaigns/campaign')
  const { number } = useNumbers()
  const { money, total } = useMoney()
  const { orders, buyers, revenue, withoutAmount, cost } = found
  return (
    <FactList
      rows={[
        [
          t('conversions.orders'),
          t('conversions.by', { orders: number(orders), count: buyers, formatted: number(buyers) }),
        ],
        revenue.length > 0
          ? [
              t('conversions.revenue'),
              revenue.map(({ currency, amount }) => (
                <div key={currency}>
                  {currency === null
                    ? t('conversions.withoutCurrency', { amount: total(amount, null) })
                    : total(amount, currency)}
                </div>
              )),
            ]
          : null,
        withoutAmount > 0 ? [t('conversions.withoutAmount'), number(withoutAmount)] : null,
        cost.perOrder === null ? null : [t('conversions.perOrder'), money(cost.perOrder, cost.currency)],
      ]}
    />
  )
}

const Nothing = ({ days }: { days: number }) => {
  const { t } = useTranslation('campaigns/campaign')
  const can = useCan()
  return (
    <Text size="sm">
      {t('conversions.none', { count: days })}{' '}
      {can('webhook_integrations.manage') ? (
        <TextLink size="sm" to="/company/webhook-integrations">
          {t('conversions.connect')}
        </TextLink>
      ) : null}
    </Text>
  )
}

const Lift = ({ found: { days, lift } }: { found: CampaignConversions }) => {
  const { t } = useTranslation('campaigns/campaign')
  const { number, percent, points } = useNumbers()
  if (!lift) return null
  const { holdout, bought, rate, sentRate, difference } = lift
  return (
    <Text size="sm">
      {t('conversions.lift', {
        ...{ count: days, reached: percent(sentRate.value), holdout: number(holdout) },
        ...{ bought: number(bought), rate: percent(rate.value) },
      })}{' '}
      {t('lift.difference', {
        ...{ value: points(difference.value), low: points(difference.low), high: points(difference.high) },
      })}
    </Text>
  )
}

/** What the figures stand for. */
const Notes = ({ found: { open, exact, orders } }: { found: CampaignConversions }) => {
  const { t } = useTranslation('campaigns/campaign')
  const notes = [
    open ? t('conversions.open') : '',
    exact ? '' : t('estimate'),
    orders > 0 ? t('conversions.note') : '',
  ].filter(Boolean)
  if (notes.length === 0) return null
  return (
    <Text size="sm" c="dimmed">
      {notes.join(' ')}
    </Text>
  )
}

type Props = { id: string; search: CampaignPageSearch; onSearch: (next: CampaignPageSearch) => void }

/** Orders that followed a campaign, what they came to, and how many there would have been anyway. */
export const ConversionsCard = ({ id, search, onSearch }: Props) => {
  const { t } = useTranslation('campaigns/campaign')
  const days = search.days ?? attributionDays.usual
  const query = useQuery(conversionsQuery(id, days))
  const found = query.data
  return (
    <ListCard
      title={t('conversions.title')}
      query={query}
      aside={
        <DaysPicker
          days={days}
          onChange={(next) =>
            onSearch(changeSearch(search, { days: next === attributionDays.usual ? undefined : next }))
          }
        />
      }
    >
      {found ? (
        <Stack gap="sm">
          {found.orders > 0 ? <Orders found={found} /> : <Nothing days={found.days} />}
          <Lift found={found} />
          <Notes found={found} />
        </Stack>
      ) : null}
    </ListCard>
  )
}
