import classes from './chart.module.css'

const HEIGHT = 30

/** The trend of a figure. Decorative: the chart of the figure shows the same. */
export const Sparkline = ({ values }: { values: readonly number[] }) => {
  if (values.length < 2) return null
  const top = Math.max(1, ...values)
  const points = values.map((value, index) => `${index},${HEIGHT - (value / top) * (HEIGHT - 2) - 1}`)
  return (
    <svg
      className={classes.spark}
      viewBox={`0 0 ${values.length - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polygon points={`0,${HEIGHT} ${points.join(' ')} ${values.length - 1},${HEIGHT}`} />
      <polyline points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
