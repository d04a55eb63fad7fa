import '@mantine/charts/styles.layer.css'
import { BarChart, CompositeChart } from '@mantine/charts'

/** The library moves what is written at an axis out of its room; the font of a saved picture is wider, too. */
const axisGap = 16

type Series = { name: string; label: string; color: string; type: 'bar' | 'line' }
type Rows = Record<string, string | number>[]
type TimeProps = { height: number; data: Rows; series: Series[]; format: (value: number) => string }

/** Bars and lines along time. */
export const TimeDrawing = ({ height, data, series, format }: TimeProps) => (
  <CompositeChart
    h={height}
    data={data}
    dataKey="label"
    series={series}
    valueFormatter={format}
    withLegend
    legendProps={{ itemSorter: null }}
    withDots={false}
    curveType="linear"
    maxBarWidth={22}
    strokeWidth={2}
    strokeDasharray="0"
    composedChartProps={{ accessibilityLayer: false, barGap: 1, margin: { left: axisGap } }}
    xAxisProps={{ minTickGap: 24 }}
    yAxisProps={{ allowDecimals: false, width: 'auto' }}
  />
)

type RankProps = { height: number; data: Rows; label: string; format: (value: number) => string }

/** Bars across by `value`, one for each thing. */
export const RankDrawing = ({ height, data, label, format }: RankProps) => (
  <BarChart
    h={height}
    data={data}
    dataKey="label"
    orientation="vertical"
    series={[{ name: 'value', label, color: 'petrol.7' }]}
    valueFormatter={format}
    withBarValueLabel
    withXAxis={false}
    gridAxis="none"
    maxBarWidth={22}
    minBarSize={2}
    barChartProps={{ accessibilityLayer: false, margin: { left: axisGap, right: 80 } }}
    yAxisProps={{ width: 'auto' }}
  />
)
