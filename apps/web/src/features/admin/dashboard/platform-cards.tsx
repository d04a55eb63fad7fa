import { SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Trans, useTranslation } from 'react-i18next'
import { FigureCard } from '#web/components/chart/figure-card.tsx'
import type { ListLink } from '#web/components/chart/marks.ts'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { type Platform, platformQuery } from './api.ts'

type Figure = Exclude<keyof Platform, 'oldestWebhookAt'>

const main = ['activeCompanies', 'messagesToday', 'failingChannels', 'notificationFailures'] as const
const others = ['companies', 'waitingWebhooks', 'failedWebhooks', 'queuedJobs', 'deadJobs'] as const
/** Counts for which any value above zero is bad. */
const bad: readonly Figure[] = ['failingChannels', 'failedWebhooks', 'deadJobs', 'notificationFailures']

const today = () => new Date().toISOString().slice(0, 10)
const ownToday = () => new Date().toLocaleDateString('sv')

const linkOf = (figure: Figure): ListLink => {
  switch (figure) {
    case 'companies':
      return { to: '/all-companies' }
    case 'activeCompanies':
      return { to: '/all-companies', search: { active: 'yes' } }
    case 'messagesToday':
      return { to: '/admin/messages', search: { from: today(), to: today() } }
    case 'failingChannels':
      return { to: '/admin/whatsapp-channels', search: { trouble: 'yes' } }
    case 'notificationFailures':
      return { to: '/admin/notifications/activity', search: { status: 'failed', from: ownToday() } }
    case 'waitingWebhooks':
    case 'failedWebhooks':
    case 'queuedJobs':
    case 'deadJobs':
      return { to: '/admin/system' }
  }
}

/** How the platform runs. */
export const PlatformCards = () => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const { data, error, refetch } = useQuery(platformQuery)
  const number = new Intl.NumberFormat(i18n.language)
  if (error && !data) return <RetryState error={error} onRetry={refetch} compact />
  const propsOf = (figure: Figure) => ({
    label: t(`platform.${figure}`),
    explanation: t(`platform.${figure}Text`),
    value: data ? number.format(data[figure]) : null,
    link: linkOf(figure),
    tone: bad.includes(figure) && (data?.[figure] ?? 0) > 0 ? ('bad' as const) : undefined,
  })
  const oldest = data?.oldestWebhookAt ? (
    <Text size="xs" c="dimmed">
      <Trans t={t} i18nKey="platform.oldest" components={{ time: <RelativeTime value={data.oldestWebhookAt} /> }} />
    </Text>
  ) : null
  return (
    <section aria-label={t('platform.title')}>
      <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md">
        {main.map((figure) => (
          <FigureCard key={figure} main {...propsOf(figure)} />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} spacing="md" mt="md">
        {others.map((figure) => (
          <FigureCard key={figure} {...propsOf(figure)} below={figure === 'waitingWebhooks' ? oldest : null} />
        ))}
      </SimpleGrid>
    </section>
  )
}
