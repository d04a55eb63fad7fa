import { Progress, Text } from '@mantine/core'
import type { ChannelUsage } from '@recado/contracts/whatsapp/channel-usage'
import { useTranslation } from 'react-i18next'

type Props = { usage: Pick<ChannelUsage, 'limitUsed' | 'limitSize'> & { sharedWith?: number } }

/** How much of a portfolio's limit of the last 24 hours is used, and who shares it. */
export const LimitGauge = ({ usage }: Props) => {
  const { t, i18n } = useTranslation('whatsapp/channels')
  const { limitUsed: used, limitSize: size, sharedWith = 0 } = usage
  const format = new Intl.NumberFormat(i18n.language)
  const percent = size ? Math.min(100, (used / size) * 100) : 0
  const color = percent >= 100 ? 'red' : percent >= 90 ? 'clay' : 'petrol'
  return (
    <div style={{ minWidth: 130 }}>
      <Text size="sm">
        {size
          ? t('gauge.of', { used: format.format(used), size: format.format(size) })
          : t('gauge.used', { used: format.format(used) })}
      </Text>
      {size ? (
        <Progress
          value={percent}
          size="sm"
          color={color}
          aria-label={t('gauge.label', { percent: Math.round(percent) })}
        />
      ) : null}
      {sharedWith > 0 ? (
        <Text size="xs" c="dimmed">
          {t('gauge.shared', { count: sharedWith })}
        </Text>
      ) : null}
    </div>
  )
}
