import { Alert, Progress, Text } from '@mantine/core'
import type { ChannelUsage } from '@recado/contracts/whatsapp/channel-usage'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useMoney } from '#web/lib/i18n/money.ts'
import { type ChannelDetail, usageQuery } from './api.ts'
import { Money } from './channel-figures.tsx'

const NEAR_PERCENT = 80

/** A hundred is said only when the cap is used up; null without a cap. */
const percentOf = (channel: ChannelDetail, { spendToday }: Pick<ChannelUsage, 'spendToday'>): number | null => {
  const { amount } = channel.settings.limits.spendPerDay
  if (amount === null) return null
  return spendToday >= amount ? 100 : Math.min(99, Math.round((spendToday / amount) * 100))
}

type Props = { channel: ChannelDetail; usage: Pick<ChannelUsage, 'spendToday' | 'currency'> }

/** What the number spent today, beside what it may spend. */
export const SpendToday = ({ channel, usage }: Props) => {
  const { t } = useTranslation('whatsapp/channels')
  const { money } = useMoney()
  const percent = percentOf(channel, usage)
  const { amount } = channel.settings.limits.spendPerDay
  if (percent === null || amount === null || !usage.currency)
    return <Money amount={usage.spendToday} currency={usage.currency} />
  const shown = (value: number) => money(value, usage.currency)
  return (
    <div style={{ minWidth: 130 }}>
      <Text size="sm">{t('spend.of', { spent: shown(usage.spendToday), cap: shown(amount) })}</Text>
      <Progress
        value={percent}
        size="sm"
        color={percent >= 100 ? 'red' : percent >= NEAR_PERCENT ? 'clay' : 'petrol'}
        aria-label={t('spend.label', { percent })}
      />
    </div>
  )
}

/** Tells that the day's spend cap is nearly or wholly used, and what that means. */
export const SpendNotice = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const usage = useQuery(usageQuery()).data?.data.find(({ id }) => id === channel.id)
  const percent = usage ? percentOf(channel, usage) : null
  if (percent === null || percent < NEAR_PERCENT) return null
  const { hard } = channel.settings.limits.spendPerDay
  const full = percent >= 100
  const title = full ? t(hard ? 'capped' : 'spend.over') : t('spend.near', { percent })
  const text = full ? (hard ? 'cappedText' : 'spend.overText') : hard ? 'spend.nearHard' : 'spend.nearSoft'
  return (
    <Alert color="clay" mb="lg" title={title}>
      {t(text)}
    </Alert>
  )
}
