import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FigureCard } from '#web/components/chart/figure-card.tsx'
import type { ListLink } from '#web/components/chart/marks.ts'
import { changeOf, durationText } from '#web/lib/i18n/figures.ts'
import { useCan } from '#web/lib/session/session.ts'
import { type Series, type Summary, seriesQuery } from './api.ts'
import { type Days, eventLink, logLink, peopleLink } from './links.ts'
import type { DashboardSearch } from './periods.ts'

type Figure = keyof Summary['current']

/** Whether more is better, worse, or neither. */
const better = {
  messagesIn: 0,
  created: 0,
  messagesOut: 0,
  resolved: 1,
  firstResponseMedianSeconds: -1,
  resolutionMedianSeconds: -1,
  csatAverage: 1,
  newContacts: 1,
  optOuts: -1,
  failed: -1,
} as const satisfies Record<Figure, 1 | 0 | -1>

const main = ['created', 'firstResponseMedianSeconds', 'resolved', 'failed'] as const
const others = [
  ...(['messagesIn', 'messagesOut', 'resolutionMedianSeconds', 'csatAverage', 'newContacts', 'optOuts'] as const),
]
const points = {
  created: 'created',
  firstResponseMedianSeconds: 'firstResponse',
  resolved: 'resolved',
  failed: 'failed',
} as const

/** The list that a figure of a range of days counts. */
export const linkOfFigure = (figure: Figure, search: DashboardSearch, days: Days): ListLink => {
  switch (figure) {
    case 'created':
      return eventLink(search, 'created', days)
    case 'firstResponseMedianSeconds':
      return eventLink(search, 'answered', days)
    case 'resolved':
    case 'resolutionMedianSeconds':
      return eventLink(search, 'resolved', days)
    case 'messagesIn':
      return logLink(search, days, { direction: 'in' })
    case 'messagesOut':
      return logLink(search, days, { direction: 'out' })
    case 'failed':
      return logLink(search, days, { direction: 'out', status: 'failed' })
    case 'csatAverage':
      return peopleLink(search, 'ratings')
    case 'newContacts':
    case 'optOuts':
      return peopleLink(search, figure)
  }
}

const sparkOf = (series: Series | undefined, figure: (typeof main)[number]) =>
  series?.points.map((point) => point[points[figure]] ?? 0)

type Props = { summary: Summary | undefined; search: DashboardSearch }

/** The period: the main figures with their trends and causes, then the others. */
export const PeriodCards = ({ summary, search }: Props) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const can = useCan()
  const { data: series } = useQuery(seriesQuery(search))
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const text = (figure: Figure): string | null => {
    if (!summary) return null
    const value = summary.current[figure]
    if (value === null) return '–'
    return figure.endsWith('Seconds') ? durationText(value, i18n.language) : number.format(value)
  }
  const changed = (figure: Figure) => {
    const percent = summary ? changeOf(summary.current[figure], summary.previous[figure]) : null
    return percent === null ? null : { percent, better: better[figure] }
  }
  const linkOf = (figure: Figure) => {
    const link = summary && linkOfFigure(figure, search, summary.period)
    const ability = link?.to === '/company/messages' ? 'messages.view' : 'conversations.view'
    return link && (link.to === '/dashboard' || can(ability)) ? link : undefined
  }
  const propsOf = (figure: Figure) => ({
    label: t(`figure.${figure}`),
    explanation: t(`figure.${figure}Text`),
    value: text(figure),
    link: summary?.current[figure] ? linkOf(figure) : undefined,
    change: changed(figure),
  })
  return (
    <section aria-label={t('period.label')}>
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }} spacing="md">
        {main.map((figure) => (
          <FigureCard
            key={figure}
            main
            {...propsOf(figure)}
            tone={figure === 'failed' && (summary?.current.failed ?? 0) > 0 ? 'bad' : undefined}
            spark={sparkOf(series, figure)}
          />
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="md" mt="md">
        {others.map((figure) => (
          <FigureCard key={figure} {...propsOf(figure)} />
        ))}
      </SimpleGrid>
    </section>
  )
}
