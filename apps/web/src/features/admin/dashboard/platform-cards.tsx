import { Badge, Group, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ErrorState } from '#web/components/feedback/error-state.tsx'
import { type Platform, platformQuery, supportQuery } from './api.ts'
import { FigureCard } from './figure-card.tsx'
import { ListCard } from './list-card.tsx'

/** Whether anything above nothing is a worry. */
const figures: readonly [Exclude<keyof Platform, 'oldestWebhookAt'>, boolean][] = [
  ['companies', false],
  ['activeCompanies', false],
  ['messagesPerMinute', false],
  ['failingChannels', true],
  ['waitingWebhooks', false],
  ['failedWebhooks', true],
  ['queuedJobs', false],
  ['deadJobs', true],
  ['notificationFailures', true],
]

/** How the platform runs. */
export const PlatformCards = () => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const { data, error, refetch } = useQuery(platformQuery)
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} component="section" aria-label={t('platform.title')}>
      {figures.map(([figure, worry]) => (
        <FigureCard
          key={figure}
          label={t(`platform.${figure}`)}
          explanation={t(`platform.${figure}Text`)}
          loading={!data}
          value={data ? number.format(data[figure]) : null}
          accent={worry && (data?.[figure] ?? 0) > 0}
          below={
            figure === 'waitingWebhooks' && data?.oldestWebhookAt ? (
              <Text size="xs" c="dimmed">
                <Trans
                  t={t}
                  i18nKey="platform.oldest"
                  components={{ time: <RelativeTime value={data.oldestWebhookAt} /> }}
                />
              </Text>
            ) : undefined
          }
        />
      ))}
    </SimpleGrid>
  )
}

/** Companies that may need help. */
export const SupportCard = () => {
  const { t } = useTranslation('admin/dashboard')
  const query = useQuery(supportQuery)
  const companies = query.data?.companies ?? []
  return (
    <ListCard title={t('support.title')} query={query} nothing={companies.length === 0 ? t('support.none') : null}>
      {companies.map((company) => (
        <Group key={company.id} justify="space-between" py={8} style={{ borderTop: '1px solid var(--line)' }}>
          <TextLink to="/support/companies" search={{ open: company.id }} size="sm">
            {company.name}
          </TextLink>
          <Group gap="xs">
            {company.status === 'suspended' || company.status === 'past_due' ? (
              <Badge variant="light" color="red">
                {t(`support.status.${company.status}`)}
              </Badge>
            ) : null}
            {company.channels > 0 ? <Text size="xs">{t('support.channels', { count: company.channels })}</Text> : null}
            {company.failed > 0 ? <Text size="xs">{t('support.failed', { count: company.failed })}</Text> : null}
          </Group>
        </Group>
      ))}
    </ListCard>
  )
}
