import { SimpleGrid } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FigureCard } from '#web/components/chart/figure-card.tsx'
import type { ListLink } from '#web/components/chart/marks.ts'
import { useCan } from '#web/lib/session/session.ts'
import type { Summary } from './api.ts'
import { chatLink } from './links.ts'
import type { DashboardSearch } from './periods.ts'

type Figure = 'waiting' | 'overdue' | 'unassigned' | 'open'

/** Unassigned conversations cannot be filtered by assignee. */
const linkOf = (figure: Figure, search: DashboardSearch): ListLink => {
  const { assigneeId: _, ...anybody } = search
  if (figure === 'waiting') return chatLink(search, { waiting: 'true', sort: 'waiting' })
  if (figure === 'overdue') return chatLink(search, { overdue: 'true', sort: 'sla' })
  return figure === 'unassigned' ? chatLink(anybody, { view: 'unassigned' }) : chatLink(search, {})
}

const figures = ['waiting', 'overdue', 'unassigned', 'open'] as const

type Props = { now: Summary['now'] | undefined; search: DashboardSearch }

/** The counts at this moment. */
export const NowCards = ({ now, search }: Props) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const can = useCan()
  const number = new Intl.NumberFormat(i18n.language)
  const isBad = (figure: Figure) => figure === 'overdue' && (now?.overdue ?? 0) > 0
  return (
    <SimpleGrid cols={{ base: 2, sm: 4, lg: 1 }} spacing="md" component="section" aria-label={t('now.label')}>
      {figures.map((figure) => (
        <FigureCard
          key={figure}
          main
          label={t(`now.${figure}`)}
          explanation={t(`now.${figure}Text`)}
          value={now ? number.format(now[figure]) : null}
          tone={isBad(figure) ? 'bad' : undefined}
          link={can('conversations.view') ? linkOf(figure, search) : undefined}
        />
      ))}
    </SimpleGrid>
  )
}
