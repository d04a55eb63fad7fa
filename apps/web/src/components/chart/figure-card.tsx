import { Paper, Skeleton, Tooltip } from '@mantine/core'
import { IconInfoCircle, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './chart.module.css'
import { ListAnchor } from './list-anchor.tsx'
import type { ListLink } from './marks.ts'
import { Sparkline } from './sparkline.tsx'

/** How much a figure changed, in whole percent, and whether more of it is better, worse, or neither. */
export type Change = { percent: number; better: 1 | 0 | -1 }

type Props = {
  label: string
  /** What it means exactly. */
  explanation?: string
  /** Formatted for the reader's locale; null while loading. */
  value: string | null
  /** The list that the figure counts. */
  link?: ListLink | undefined
  tone?: 'bad' | 'good' | undefined
  /** The change against the period that the page compares with; null if there is nothing to compare. */
  change?: Change | null
  /** The values over time. */
  spark?: readonly number[] | undefined
  below?: ReactNode
  /** Larger than the others beside it. */
  main?: boolean
}

const toneOf = ({ percent, better }: Change) => {
  const good = percent * better
  if (good === 0) return undefined
  return good > 0 ? 'good' : 'bad'
}

const Changed = ({ change }: { change: Change }) => {
  const { t, i18n } = useTranslation('charts')
  const text = new Intl.NumberFormat(i18n.language, { style: 'percent', signDisplay: 'exceptZero' }).format(
    change.percent / 100,
  )
  const Icon = change.percent < 0 ? IconTrendingDown : IconTrendingUp
  return (
    <span className={classes.change} data-tone={toneOf(change)} title={t('change')}>
      {change.percent === 0 ? null : <Icon size={15} aria-hidden="true" />}
      {text}
    </span>
  )
}

/** One figure. Its name links to the list that it counts; a tooltip gives its exact definition. */
export const FigureCard = ({ label, explanation, value, link, tone, change, spark, below, main }: Props) => (
  <Paper withBorder className={classes.figure ?? ''} data-main={main || undefined} data-link={link ? true : undefined}>
    <div className={classes.figureHead}>
      {link ? (
        <ListAnchor link={link} className={classes.figureLink ?? ''}>
          {label}
        </ListAnchor>
      ) : (
        <span>{label}</span>
      )}
      {explanation ? (
        <Tooltip label={explanation} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
          <IconInfoCircle size={16} stroke={1.6} tabIndex={0} role="img" aria-label={explanation} />
        </Tooltip>
      ) : null}
    </div>
    <div className={classes.figureBody}>
      <div>
        {value === null ? (
          <Skeleton height={main ? 40 : 30} width={72} />
        ) : (
          <span className={classes.value} data-value data-tone={tone}>
            {value}
          </span>
        )}
        {value !== null && change ? <Changed change={change} /> : null}
      </div>
      {spark ? <Sparkline values={spark} /> : null}
    </div>
    {below}
  </Paper>
)
