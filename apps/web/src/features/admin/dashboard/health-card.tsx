import { Badge, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ListCard } from '#web/components/chart/list-card.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { healthQuery } from './api.ts'
import classes from './dashboard.module.css'

/** The status of the numbers, problems first, and templates that Meta paused or disabled. */
export const HealthCard = () => {
  const { t } = useTranslation('admin/dashboard')
  const can = useCan()
  const query = useQuery(healthQuery)
  const { channels = [], templates = [] } = query.data ?? {}
  const isWell = ({ status, paused }: (typeof channels)[number]) => status === 'connected' && !paused
  const sorted = channels.toSorted((a, b) => Number(isWell(a)) - Number(isWell(b)))
  const nothing = channels.length + templates.length === 0 ? t('health.none') : null
  return (
    <ListCard title={t('health.title')} query={query} nothing={nothing}>
      <ul className={classes.rows}>
        {sorted.map((channel) => (
          <li key={channel.id}>
            <div>
              <TextLink to="/integrations/whatsapp/$id" params={{ id: channel.id }} size="sm">
                {channel.name}
              </TextLink>
              <Text size="xs" c="dimmed">
                {channel.phone}
              </Text>
            </div>
            <Badge variant="light" color={isWell(channel) ? 'green' : 'red'}>
              {t(channel.paused ? 'health.paused' : `health.status.${channel.status}`)}
            </Badge>
          </li>
        ))}
        {templates.map((template) => (
          <li key={template.id}>
            <div>
              {can('templates.view') ? (
                <TextLink to="/integrations/whatsapp/templates/$id" params={{ id: template.id }} size="sm">
                  {template.name}
                </TextLink>
              ) : (
                <Text size="sm">{template.name}</Text>
              )}
              <Text size="xs" c="dimmed">
                {t('health.template', { language: template.language })}
              </Text>
            </div>
            <Badge variant="light" color="red">
              {t([`health.templateStatus.${template.status}`, 'health.templateStatus.DISABLED'])}
            </Badge>
          </li>
        ))}
      </ul>
    </ListCard>
  )
}
