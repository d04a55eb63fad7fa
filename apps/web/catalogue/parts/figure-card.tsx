import { FigureCard } from '#web/components/chart/figure-card.tsx'
import type { Part } from '../part.ts'
import { longName } from '../samples.ts'

const link = { to: '/company/messages', search: { status: 'failed' } }
const spark = [4, 7, 5, 9, 12, 8, 11]
const shown = { label: 'New conversations', explanation: 'Conversations opened in this period.', value: '1,204', link }

export const part: Part = {
  name: 'FigureCard',
  group: 'Chart',
  use: 'One figure of a dashboard. It leads to the list that makes it, with the same filters; both say the same number. Red is bad, green is good, the page says once what is compared.',
  states: {
    main: () => <FigureCard main {...shown} spark={spark} change={{ percent: 12, better: 0 }} />,
    small: () => <FigureCard {...shown} change={{ percent: -3, better: 0 }} />,
    better: () => <FigureCard main {...shown} spark={spark} change={{ percent: 12, better: 1 }} />,
    worse: () => <FigureCard main {...shown} spark={spark} change={{ percent: 12, better: -1 }} />,
    bad: () => <FigureCard main {...shown} label="Failed messages" tone="bad" value="17" />,
    'nothing to compare': () => <FigureCard main {...shown} change={null} />,
    'no list': () => <FigureCard label="Sent" value="84" />,
    loading: () => <FigureCard main {...shown} value={null} />,
    'long name': () => <FigureCard main {...shown} label={longName} value="1,204,882,310" spark={spark} />,
  },
}
