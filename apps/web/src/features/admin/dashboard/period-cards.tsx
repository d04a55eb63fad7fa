import { SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { changeOf, durationText } from '#web/lib/i18n/figures.ts'
import type { Summary } from './api.ts'
import { FigureCard } from './figure-card.tsx'

type Figure = keyof Summary['current']

/** Whether more is better, worse, or neither. */
const figures: readonly [Figure, 1 | 0 | -1][] = [
  ['messagesIn', 0],
  ['messagesOut', 0],
  ['resolved', 1],
  ['firstResponseMedianSeconds', -1],
  ['resolutionMedianSeconds', -1],
  ['csatAverage', 1],
  ['newContacts', 1],
  ['optOuts', -1],
  ['failed', -1],
]

const Change = ({ summary, figure, better }: { summary: Summary; figure: Figure; better: 1 | 0 | -1 }) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const change = changeOf(summary.current[figure], summary.previous[figure])
  if (change === null) {
    return (
      <Text size="xs" c="dimmed">
        {t('change.none')}
      </Text>
    )
  }
  const good = change * better
  const color = good === 0 ? 'dimmed' : good > 0 ? 'var(--accent-text)' : 'var(--mantine-color-error)'
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', signDisplay: 'exceptZero' }).format(
    change / 100,
  )
  return (
    <Text size="xs" c="dimmed">
      <Text span inherit fw={600} c={color}>
        {percent}
      </Text>{' '}
      {t('change.against')}
    </Text>
  )
}

/** How the period went, each figure against the period before. */
export const PeriodCards = ({ summary }: { summary: Summary | undefined }) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const text = (figure: Figure): string => {
    const value = summary?.current[figure] ?? null
    if (value === null) return '–'
    return figure.endsWith('Seconds') ? durationText(value, i18n.language) : number.format(value)
  }
  return (
    <SimpleGrid cols={{ base: 2, md: 3 }} component="section" aria-label={t('period.label')}>
      {figures.map(([figure, better]) => (
        <FigureCard
          key={figure}
          label={t(`figure.${figure}`)}
          explanation={t(`figure.${figure}Text`)}
          loading={!summary}
          value={text(figure)}
          below={
            summary ? (
              <Change summary={summary} figure={figure} better={better} />
            ) : (
              <Skeleton height={12} width={110} mt={6} />
            )
          }
        />
      ))}
    </SimpleGrid>
  )
}
