import type { ReactNode } from 'react'
import { ChartCard } from '#web/components/chart/chart-card.tsx'
import { DayChartCard } from '#web/components/chart/day-chart-card.tsx'
import { HeatChart } from '#web/components/chart/heat-chart.tsx'
import { RankChart } from '#web/components/chart/rank-chart.tsx'
import { TimeChart } from '#web/components/chart/time-chart.tsx'
import { ApiError } from '#web/lib/api/api.ts'
import type { Part } from '../part.ts'
import { longName } from '../samples.ts'

const link = { to: '/company/messages' }
const read = { data: {}, error: null, refetch: () => {} }
const reading = { ...read, data: undefined }
const failed = { ...reading, error: new ApiError('', { code: 'internal', status: 500 }) }

type CardProps = {
  query?: typeof read | typeof reading | typeof failed
  title?: string
  empty?: boolean
  children?: ReactNode
}

const Card = ({ query = read, title = 'Messages per day', empty = false, children }: CardProps) => (
  <ChartCard
    title={title}
    explanation="Messages customers sent, messages you sent, and how many of those failed."
    query={query}
    empty={empty}
    file="messages"
    rows={{ head: ['Day', 'Received'], body: [['2026-11-21', 3]] }}
  >
    {children}
  </ChartCard>
)

const Days = ({ count, line = false }: { count: number; line?: boolean }) => (
  <TimeChart
    label="Messages per day"
    points={Array.from({ length: count }, (_, day) => ({
      label: `Day ${day + 1}`,
      short: `${day + 1}`,
      counts: new Map([
        ['in', (day * 7) % 23],
        ['out', (day * 5) % 19],
        ['failed', day % 6 === 0 ? 2 : 0],
      ] as const),
    }))}
    series={[
      { kind: 'in', label: 'Received', tone: 'first' },
      { kind: 'out', label: 'Sent', tone: 'second' },
      { kind: 'failed', label: 'Failed', tone: 'bad' },
    ]}
    line={
      line
        ? { label: 'Received, previous period', values: Array.from({ length: count }, (_, day) => day % 9) }
        : undefined
    }
    linkOf={() => link}
  />
)

const Ranks = ({ label }: { label: string }) => (
  <RankChart
    tone="bad"
    ranks={[9, 4, 1].map((value) => ({
      key: `${value}`,
      label,
      about: 'WhatsApp code 131026',
      value,
      text: `${value}`,
      link,
    }))}
  />
)

const Hours = () => (
  <HeatChart
    label="When customers message you"
    rowsLabel="Weekday"
    rows={['Mon', 'Tue', 'Wed'].map((short, key) => ({ key, short, long: short }))}
    columns={Array.from({ length: 24 }, (_, hour) => hour)}
    countOf={(day, hour) => (day * 5 + hour * 3) % 11}
    linkOf={() => link}
    textOf={({ long }, hour, count) => `${long}, ${hour}:00: ${count}`}
  />
)

const NoList = () => (
  <DayChartCard
    title="Signups by day"
    query={read}
    points={Array.from({ length: 14 }, (_, day) => ({
      day: `2026-11-${String(day + 8).padStart(2, '0')}`,
      opened: day % 5,
    }))}
    series={[{ kind: 'opened', label: 'Opened', tone: 'first' }]}
    file="signups"
  />
)

export const part: Part = {
  name: 'ChartCard',
  group: 'Chart',
  use: 'A chart with its name and its file. Each bar, cell and reason leads to the list that it counts: one stop of the tab key, arrows between them. What no list shows is a DayChartCard, which has a table for screen readers.',
  states: {
    week: () => (
      <Card>
        <Days count={7} />
      </Card>
    ),
    'month, compared': () => (
      <Card>
        <Days count={30} line />
      </Card>
    ),
    reasons: () => (
      <Card title="Why messages failed">
        <Ranks label="The number isn't on WhatsApp" />
      </Card>
    ),
    hours: () => (
      <Card title="When customers message you">
        <Hours />
      </Card>
    ),
    'no list': () => <NoList />,
    empty: () => <Card empty />,
    loading: () => <Card query={reading} />,
    error: () => <Card query={failed} />,
    'long name': () => (
      <Card title={longName}>
        <Ranks label={longName} />
      </Card>
    ),
  },
}
