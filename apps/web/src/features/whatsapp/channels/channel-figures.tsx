import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMoney } from '#web/lib/i18n/money.ts'

type MoneyProps = {
  amount: number
  currency: string | null
  /** A note below the figures about the rate card. */
  ratesFrom?: string | null
}

/** What was spent; nothing known is nothing spent. */
export const Money = ({ amount, currency, ratesFrom = null }: MoneyProps) => {
  const { t } = useTranslation('whatsapp/channels')
  const { money, rates } = useMoney()
  return (
    <Text size="sm" {...(amount === 0 ? { c: 'dimmed' } : {})} style={{ whiteSpace: 'nowrap' }}>
      {currency ? money(amount, currency) : t('nothingSpent')}
      {currency && ratesFrom ? (
        <Text span size="xs" c="dimmed" display="block">
          {rates(ratesFrom)}
        </Text>
      ) : null}
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
