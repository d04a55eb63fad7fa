import classes from './dashboard.module.css'

type Bar = { label: string; value: number; shown: string }

/** Bars across, one for each thing, with its value behind. */
export const RankBars = ({ bars }: { bars: readonly Bar[] }) => {
  const top = Math.max(0, ...bars.map(({ value }) => value)) || 1
  return (
    <div className={classes.ranks}>
      {bars.map(({ label, value, shown }) => (
        <div key={label} className={classes.rank}>
          <div className={classes.rankText}>
            <span>{label}</span>
            <strong>{shown}</strong>
          </div>
          <div className={classes.rankTrack}>
            <div className={classes.rankBar} style={{ width: `${(value / top) * 100}%` }} />
          </div>
        </div>
      ))}
    </div>
  )
}
