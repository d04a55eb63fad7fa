import '@mantine/charts/styles.css'
import { BarChart, CompositeChart } from '@mantine/charts'

export type ChartSeries = { name: string; label: string; color: string; type?: 'bar' | 'line' }
type Props = { data: Record<string, string | number>[]; series: ChartSeries[]; format: (value: number) => string }

const height = 280

/** Bars along time, with what is compared as lines. */
export const TimeChart = ({ data, series, format }: Props) => (
  <CompositeChart
    h={height}
    data={data}
    dataKey="label"
    series={series.map((one) => ({ type: 'bar' as const, ...one }))}
    valueFormatter={format}
    withLegend
    withDots={false}
    maxBarWidth={22}
    strokeWidth={2}
    composedChartProps={{ accessibilityLayer: false }}
    xAxisProps={{ minTickGap: 24 }}
    tooltipAnimationDuration={0}
  />
)

/** Bars across, one for each thing. */
export const RankChart = ({ data, series, format }: Props) => (
  <BarChart
    h={Math.max(120, data.length * 56)}
    data={data}
    dataKey="label"
    orientation="vertical"
    series={series}
    valueFormatter={format}
    maxBarWidth={26}
    barChartProps={{ accessibilityLayer: false }}
    yAxisProps={{ width: 110 }}
    gridAxis="x"
  />
)
