import { Group, Stack, Text } from '@mantine/core'
import type { ChannelUsage } from '@recado/contracts/whatsapp/channel-usage'
import type { ChannelSummary } from '@recado/contracts/whatsapp/channels'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FactList } from '#web/components/content/fact-list.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { cardLink } from '#web/components/table/object-cards.tsx'
import { Money } from './channel-figures.tsx'
import { Attention, ChannelStatusBadge, limitText, Quality } from './channel-labels.tsx'
import { LimitGauge } from './limit-gauge.tsx'

export type NumberRow = ChannelSummary & { usage: ChannelUsage | null }

/** A check mark beside a display name that Meta has approved. */
export const ApprovedName = ({ status }: { status: string | null }) => {
  const { t } = useTranslation('whatsapp/channels')
  const isApproved = status === 'APPROVED' || status === 'AVAILABLE_WITHOUT_REVIEW'
  return isApproved ? <IconRosetteDiscountCheck size={16} role="img" aria-label={t('nameApproved')} /> : null
}

/** A number with its name and photo, and its status in one sentence. */
export const NumberCard = ({ number }: { number: NumberRow }) => {
  const { t, i18n } = useTranslation('whatsapp/channels')
  const { usage } = number
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Group gap={4} wrap="nowrap">
            <TextLink
              to="/integrations/whatsapp/$id"
              params={{ id: number.id }}
              className={cardLink}
              fw={600}
              c="inherit"
              truncate
            >
              {number.name}
            </TextLink>
            <ApprovedName status={number.nameStatus} />
          </Group>
          <Text size="sm" c="dimmed">
            {number.phone}
          </Text>
        </div>
        <ChannelStatusBadge status={number.status} />
      </Group>
      {number.disconnectedAt ? null : <Attention attention={number.attention} />}
      <FactList
        rows={[
          [t('column.quality'), <Quality key="quality" value={number.quality} />],
          [
            t('column.limit'),
            usage ? <LimitGauge key="limit" usage={usage} /> : limitText(t, number.messagingLimit, i18n.language),
          ],
          [
            t('column.lastInbound'),
            number.lastInboundAt ? <RelativeTime key="in" value={number.lastInboundAt} /> : t('common:never'),
          ],
          ...(usage
            ? [
                [
                  t('column.spendMonth'),
                  <Money key="spend" amount={usage.spendMonth} currency={usage.currency} />,
                ] as const,
              ]
            : []),
        ]}
      />
    </Stack>
  )
}
