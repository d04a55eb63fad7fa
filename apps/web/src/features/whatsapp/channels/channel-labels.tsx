import { Badge, Group, Text } from '@mantine/core'
import type { ChannelSummary } from '@recado/contracts/whatsapp/channels'
import { graphErrorTextKey } from '@recado/contracts/whatsapp/graph-errors'
import { IconAlertTriangleFilled, IconCircleCheckFilled } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import classes from './channels.module.css'

const colors = {
  onboarding: 'gray',
  connected: 'petrol',
  degraded: 'clay',
  restricted: 'red',
  token_expired: 'red',
  disconnected: 'gray',
  banned: 'red',
} as const satisfies Record<ChannelSummary['status'], string>

/** How a number stands, in a word. */
export const ChannelStatusBadge = ({ status }: { status: ChannelSummary['status'] }) => {
  const { t } = useTranslation('whatsapp/channels')
  return (
    <Badge variant="light" color={colors[status]} tt="none" data-channel-status={status}>
      {t(`status.${status}`)}
    </Badge>
  )
}

/** The result of the last health check in a sentence. */
export const Attention = ({ attention }: Pick<ChannelSummary, 'attention'>) => {
  const { t } = useTranslation('whatsapp/channels')
  const { checks, needs, first } = attention
  if (checks === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('notChecked')}
      </Text>
    )
  const Icon = needs > 0 ? IconAlertTriangleFilled : IconCircleCheckFilled
  return (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <Icon
        size={18}
        aria-hidden="true"
        color={needs > 0 ? '#d99a06' : '#2b9a53'}
        style={{ flex: 'none', marginTop: 1 }}
      />
      <Text size="sm" {...(needs > 0 ? { fw: 600 } : {})}>
        {needs > 0 ? t('attention.needs', { count: needs, total: checks }) : t('attention.fine', { count: checks })}
        {needs === 1 && first ? `: ${t(`health.${first}`)}` : ''}
      </Text>
    </Group>
  )
}

const known = ['GREEN', 'YELLOW', 'RED']

/** Meta's measure of how recipients like what a number sends: a dot and a word. */
export const Quality = ({ value }: { value: string | null }) => {
  const { t } = useTranslation('whatsapp/channels')
  const quality = known.includes(value ?? '') ? (value ?? 'UNKNOWN') : 'UNKNOWN'
  return (
    <Group gap={6} wrap="nowrap">
      <span className={classes.dot} data-quality={quality} aria-hidden="true" />
      <Text size="sm">{t(`quality.${quality}`)}</Text>
    </Group>
  )
}

/** A limit such as `TIER_2K` in words. */
export const limitText = (t: TFunction<'whatsapp/channels'>, limit: string | null, language: string): string => {
  const size = /^TIER_(\d+)(K)?$/.exec(limit ?? '')
  if (size) {
    const count = Number(size[1]) * (size[2] ? 1000 : 1)
    return t('limit.perDay', { count, number: new Intl.NumberFormat(language).format(count) })
  }
  return limit === 'TIER_UNLIMITED' ? t('limit.unlimited') : t('limit.unknown')
}

/** Why a channel is not well, in words; null when nothing is known. */
export const reasonText = (
  t: TFunction<readonly ['whatsapp/channels', 'whatsapp/graph-errors']>,
  reason: string | null,
): string | null => {
  if (!reason) return null
  const code = /^graph:(\d+)$/.exec(reason)?.[1]
  if (code) return t(`whatsapp/graph-errors:${graphErrorTextKey(Number(code))}.reason`)
  return t(`whatsapp/channels:reason.${reason}`, { defaultValue: t('whatsapp/channels:reason.other') })
}
