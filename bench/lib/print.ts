import { isReached, type Measure } from './figure.ts'

const round = (value: number): string => {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 1000) return Math.round(value).toLocaleString('en-US')
  return String(Number(value.toPrecision(3)))
}

const targetOf = ({ target, unit }: Measure) =>
  target ? `${target.at === 'least' ? '≥' : '≤'} ${round(target.value)} ${unit}` : ''

const ratioOf = ({ value, baseline, ratioTarget }: Measure) => {
  if (!baseline) return ''
  const share = `${round(value / baseline.value)} of ${baseline.name} (${round(baseline.value)})`
  return ratioTarget === undefined ? share : `${share}, ≥ ${ratioTarget}`
}

/** A table of the measures for a terminal; the mark says whether the figure is reached. */
export const printTable = (measures: readonly Measure[]): void => {
  const rows = measures.map((m) => [
    m.target || m.ratioTarget !== undefined ? (isReached(m) ? '✓' : '✗') : ' ',
    m.name,
    `${round(m.value)} ${m.unit}`,
    targetOf(m),
    ratioOf(m),
    m.note ?? '',
  ])
  const all = [['', 'Figure', 'Value', 'To reach', 'Against the baseline', ''], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  for (const row of all) {
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
  }
}
