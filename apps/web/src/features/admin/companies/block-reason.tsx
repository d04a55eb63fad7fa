import { Badge, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { day } from '#web/lib/i18n/dates.ts'
import type { BlockState } from './api.ts'

/** Whether a block holds, and why. */
export const BlockReason = ({ state }: { state: BlockState }) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const { block, effective, plan, override } = state
  const facts = override && {
    reason: override.reason,
    author: override.author ?? '–',
    until: override.expiresAt ? day(override.expiresAt, i18n.language) : '',
  }
  const why = () => {
    if (!facts || !override) return t(plan ? 'access.fromPlan' : 'access.notInPlan')
    return [
      t(`access.${override.effect}Why`, facts),
      override.expiresAt ? t('access.until', facts) : t('access.forGood'),
    ].join(' · ')
  }
  return (
    <Group gap={8} align="flex-start" wrap="nowrap">
      <Badge variant={effective ? 'light' : 'default'} color={effective ? 'petrol' : 'gray'} style={{ flexShrink: 0 }}>
        {t(`common:blocks.${block}`)}
      </Badge>
      <Text size="xs" c="dimmed">
        {why()}
      </Text>
    </Group>
  )
}
