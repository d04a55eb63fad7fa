import { List, Text } from '@mantine/core'
import { canonicalEvents } from '@recado/contracts/integrations/canonical-events'
import type { MappingChange } from '@recado/contracts/integrations/webhook-templates'
import { useTranslation } from 'react-i18next'

/** What following another version changes in a company's map, in words. */
export const MapChanges = ({ changes }: { changes: readonly MappingChange[] }) => {
  const { t } = useTranslation(['integrations/webhooks', 'contacts/contact'])
  if (changes.length === 0) return <Text size="sm">{t('move.nothing')}</Text>
  const value = (text: string | null) => {
    const canonical = canonicalEvents.find((one) => one === text)
    return canonical ? t(`contacts/contact:systems.${canonical}`) : (text ?? '–')
  }
  return (
    <List size="sm" spacing={4}>
      {changes.map(({ event, field, kind, before, after }) => (
        <List.Item key={`${event} ${field} ${kind}`} style={{ overflowWrap: 'anywhere' }}>
          <Text size="sm" span fw={550}>
            {field === null ? event : `${event} › ${t(`field.${field}`, field)}`}
          </Text>{' '}
          {t(`move.kind.${kind}`)}
          {kind === 'changed' ? (
            <Text size="xs" c="dimmed">
              {`${value(before)} → ${value(after)}`}
            </Text>
          ) : null}
        </List.Item>
      ))}
    </List>
  )
}
