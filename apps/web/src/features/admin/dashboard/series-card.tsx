import type { SeriesKind } from '@recado/contracts/admin/dashboard'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { TimeChart } from '#web/components/chart/charts.tsx'
import { seriesQuery } from './api.ts'
import { ChartCard } from './chart-card.tsx'
import type { DashboardSearch } from './periods.ts'

const tones = { in: 'first', out: 'second', failed: 'failed', created: 'first', resolved: 'second' } as const

const shown = {
  volume: { kinds: ['in', 'out', 'failed'], compared: 'in' },
  conversations: { kinds: ['created', 'resolved'], compared: 'created' },
} as const

/** How a kind of thing went along the period, by day or by hour. */
export const SeriesCard = ({ chart, search }: { chart: keyof typeof shown; search: DashboardSearch }) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const query = useQuery(seriesQuery(search))
  const { data } = query
  const { compared } = shown[chart]
  const kinds: readonly SeriesKind[] = shown[chart].kinds
  const language = i18n.language === 'pt' ? 'pt-BR' : 'en'
  const hourly = data?.unit === 'hour'
  const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const labelOf = (at: string) => (hourly ? at.slice(11) : day.format(new Date(`${at}T00:00:00Z`)))
  const before = search.compare ? data?.previous : undefined
  const points = data?.points ?? []
  const beforeLabel = t(`${chart}.before`)
  const title = t(hourly ? `${chart}.hourly` : `${chart}.title`)
  return (
    <ChartCard
      title={title}
      explanation={t(`${chart}.explanation`)}
      aside={data ? t('volume.timezone', { timezone: data.timezone.replaceAll('_', ' ') }) : undefined}
      query={query}
      empty={points.every((point) => kinds.every((kind) => point[kind] === 0))}
      file={chart}
      rows={{
        head: [
          t(hourly ? 'chart.hour' : 'chart.day'),
          ...kinds.map((kind) => t(`series.${kind}`)),
          ...(before ? [beforeLabel] : []),
        ],
        body: points.map((point, index) => [
          point.at,
          ...kinds.map((kind) => point[kind]),
          ...(before ? [before[index]?.[compared] ?? 0] : []),
        ]),
      }}
    >
      <TimeChart
        points={points.map((point) => ({ ...point, label: labelOf(point.at) }))}
        series={kinds.map((kind) => ({ kind, label: t(`series.${kind}`), tone: tones[kind] }))}
        line={
          before ? { label: beforeLabel, values: points.map((_, index) => before[index]?.[compared] ?? 0) } : undefined
        }
      />
    </ChartCard>
  )
}
