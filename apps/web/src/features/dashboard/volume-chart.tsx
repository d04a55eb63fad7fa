import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { useTranslation } from 'react-i18next'
import type { Series } from './api.ts'

/** The bars of the volume card; apart, because the chart library is large. */
export const VolumeChart = ({ points, height }: { points: Series['points']; height: number }) => {
  const { t, i18n } = useTranslation('dashboard')
  const format = new Intl.DateTimeFormat(i18n.language === 'pt' ? 'pt-BR' : 'en', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  const data = points.map((point) => ({ ...point, day: format.format(new Date(`${point.day}T00:00:00Z`)) }))
  return (
    <BarChart
      h={height}
      data={data}
      dataKey="day"
      withLegend
      tickLine="none"
      gridAxis="x"
      maxBarWidth={28}
      barProps={{ radius: [4, 4, 0, 0], isAnimationActive: false }}
      barChartProps={{ barGap: 2, accessibilityLayer: false }}
      series={[
        { name: 'in', label: t('volume.in'), color: 'petrol.7' },
        { name: 'out', label: t('volume.out'), color: 'clay.3' },
        { name: 'failed', label: t('volume.failed'), color: 'red.7' },
      ]}
    />
  )
}
