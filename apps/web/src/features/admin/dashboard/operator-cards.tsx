import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FigureCard } from '#web/components/chart/figure-card.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { operatorQuery } from './api.ts'

const figures = ['trouble', 'waiting', 'paused', 'numbers'] as const

/** The numbers that an operator looks after, those that need attention first. */
export const OperatorCards = () => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const { data, error, refetch } = useQuery(operatorQuery)
  const number = new Intl.NumberFormat(i18n.language)
  if (error && !data) return <RetryState error={error} onRetry={refetch} compact />
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing="md" component="section" aria-label={t('operator.title')}>
      {figures.map((figure) => (
        <FigureCard
          key={figure}
          main
          label={t(`operator.${figure}`)}
          explanation={t(`operator.${figure}Text`)}
          value={data ? number.format(data[figure]) : null}
          tone={figure === 'trouble' && (data?.trouble ?? 0) > 0 ? 'bad' : undefined}
          link={{ to: '/whatsapp', search: figure === 'numbers' ? {} : { [figure]: 'yes' } }}
        />
      ))}
    </SimpleGrid>
  )
}
