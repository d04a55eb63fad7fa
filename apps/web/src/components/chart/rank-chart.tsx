import type { ReactNode } from 'react'
import classes from './chart.module.css'
import { ListAnchor } from './list-anchor.tsx'
import type { ListLink } from './marks.ts'

type Rank = {
  key: string
  label: string
  /** The value that sets the length of the bar. */
  value: number
  /** Shown after the bar. */
  text: string
  /** Below the name. */
  about?: ReactNode
  link?: ListLink | undefined
}

const Row = ({ rank, most, tone }: { rank: Rank; most: number; tone: string }) => (
  <>
    <span className={classes.rankHead}>
      <span>
        {rank.label}
        {rank.about ? <small>{rank.about}</small> : null}
      </span>
      <b>{rank.text}</b>
    </span>
    <span className={classes.track} aria-hidden="true">
      <i data-tone={tone} style={{ width: `max(2px, ${(rank.value / most) * 100}%)` }} />
    </span>
  </>
)

/** Horizontal bars, one per item, scaled by value; each links to what it counts. */
export const RankChart = ({ ranks, tone = 'first' }: { ranks: readonly Rank[]; tone?: 'first' | 'bad' }) => {
  const most = Math.max(Number.MIN_VALUE, ...ranks.map(({ value }) => value))
  return (
    <ul className={classes.ranks}>
      {ranks.map((rank) => (
        <li key={rank.key}>
          {rank.link ? (
            <ListAnchor link={rank.link} className={classes.rank ?? ''}>
              <Row rank={rank} most={most} tone={tone} />
            </ListAnchor>
          ) : (
            <span className={classes.rank}>
              <Row rank={rank} most={most} tone={tone} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
