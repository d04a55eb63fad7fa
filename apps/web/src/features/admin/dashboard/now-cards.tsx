import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Summary } from './api.ts'
import { FigureCard } from './figure-card.tsx'

const figures = ['open', 'unassigned', 'waiting', 'overdue'] as const

/** What waits at this moment. */
export const NowCards = ({ now }: { now: Summary['now'] | undefined }) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} component="section" aria-label={t('now.label')}>
      {figures.map((figure) => (
        <FigureCard
          key={figure}
          label={t(`now.${figure}`)}
          explanation={t(`now.${figure}Text`)}
          loading={!now}
          value={now ? number.format(now[figure]) : null}
          accent={(figure === 'waiting' || figure === 'overdue') && (now?.[figure] ?? 0) > 0}
        />
      ))}
    </SimpleGrid>
  )
}
