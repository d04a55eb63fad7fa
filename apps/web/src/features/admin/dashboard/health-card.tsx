import { Badge, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { healthQuery } from './api.ts'
import { ListCard } from './list-card.tsx'

const line = { borderTop: '1px solid var(--line)' }

/** How the numbers are, and which templates Meta stopped. */
export const HealthCard = () => {
  const { t } = useTranslation('admin/dashboard')
  const query = useQuery(healthQuery)
  const { channels = [], templates = [] } = query.data ?? {}
  const nothing = channels.length + templates.length === 0 ? t('health.none') : null
  return (
    <ListCard title={t('health.title')} query={query} nothing={nothing}>
      {channels.map((channel) => (
        <Group key={channel.id} justify="space-between" wrap="nowrap" py={8} style={line}>
          <div style={{ minWidth: 0 }}>
            <Text size="sm" truncate>
              {channel.name}
            </Text>
            <Text size="xs" c="dimmed">
              {channel.phone}
            </Text>
          </div>
          <Badge variant="light" color={channel.status === 'connected' && !channel.paused ? 'petrol' : 'red'}>
            {t(channel.paused ? 'health.paused' : `health.status.${channel.status}`)}
          </Badge>
        </Group>
      ))}
      {templates.map((template) => (
        <Group key={template.id} justify="space-between" wrap="nowrap" py={8} style={line}>
          <div style={{ minWidth: 0 }}>
            <Text size="sm" truncate>
              {template.name}
            </Text>
            <Text size="xs" c="dimmed">
              {t('health.template', { language: template.language })}
            </Text>
          </div>
          <Badge variant="light" color="red">
            {t([`health.templateStatus.${template.status}`, 'health.templateStatus.DISABLED'])}
          </Badge>
        </Group>
      ))}
    </ListCard>
  )
}
