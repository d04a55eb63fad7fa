import { Table, Text } from '@mantine/core'
import type { WebhookTemplateDetail } from '@recado/contracts/integrations/webhook-templates'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '#web/components/content/scroll-region.tsx'
import classes from '../webhooks.module.css'

/** What the version that is shown says differently from the one before it. */
export const ChangesTab = ({ shown: { changes, previous } }: Pick<WebhookTemplateDetail, 'shown'>) => {
  const { t } = useTranslation('integrations/templates')
  if (previous === null) return <Text size="sm">{t('changes.first')}</Text>
  if (changes.length === 0) return <Text size="sm">{t('changes.none', { number: previous })}</Text>
  const place = ([part = '', ...rest]: readonly string[]) => [t(`part.${part}`, part), ...rest].join(' › ')
  return (
    <ScrollRegion className={classes.scroll} label={t('changes.title', { number: previous })}>
      <Table verticalSpacing="xs">
        <Table.Caption>{t('changes.title', { number: previous })}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('changes.place')}</Table.Th>
            <Table.Th>{t('changes.before', { number: previous })}</Table.Th>
            <Table.Th>{t('changes.after')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map(({ path, before, after }) => (
            <Table.Tr key={path.join('\n')}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{place(path)}</Table.Td>
              {[before, after].map((value, n) => (
                <Table.Td
                  key={n === 0 ? 'before' : 'after'}
                  style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
                >
                  {value === null ? '–' : value.length > 300 ? `${value.slice(0, 300)}…` : value}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  )
}
