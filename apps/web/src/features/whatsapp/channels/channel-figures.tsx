import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** An amount as it is written in the reader's language, with a third digit where it is a part of one. */
export const moneyText = (amount: number, currency: string | null, language: string): string => {
  const digits = amount > 0 && amount < 1 ? 3 : 2
  const style = currency ? { style: 'currency' as const, currency } : {}
  return new Intl.NumberFormat(language, { ...style, maximumFractionDigits: digits }).format(amount)
}

/** What was spent; nothing known is nothing spent. */
export const Money = ({ amount, currency }: { amount: number; currency: string | null }) => {
  const { t, i18n } = useTranslation('whatsapp/channels')
  return (
    <Text size="sm" {...(amount === 0 ? { c: 'dimmed' } : {})} style={{ whiteSpace: 'nowrap' }}>
      {currency ? moneyText(amount, currency, i18n.language) : t('nothingSpent')}
    </Text>
  )
}

const SLOW_SECONDS = 300

/** How long after the fact webhooks come. */
export const Lag = ({ seconds }: { seconds: number | null }) => {
  const { t } = useTranslation('whatsapp/channels')
  if (seconds === null)
    return (
      <Text size="sm" c="dimmed">
        –
      </Text>
    )
  const shown =
    seconds < 120 ? t('lag.seconds', { count: seconds }) : t('lag.minutes', { count: Math.round(seconds / 60) })
  return (
    <Text size="sm" {...(seconds > SLOW_SECONDS ? { c: 'red.8', fw: 600 } : {})} style={{ whiteSpace: 'nowrap' }}>
      {shown}
    </Text>
  )
}
