const LINES = 20

/** How long a test file took, in ms; `notes` says what of it was not tests. */
export type FileTime = { name: string; milliseconds: number; notes?: string }

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

/** Lines that name the files that took longest, the slowest first, and what all files took together. */
export function slowestFiles(files: readonly FileTime[]): string[] {
  const total = files.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  const slowest = files.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, LINES)
  return [
    `The slowest of ${files.length} files, which took ${seconds(total)} s together`,
    ...slowest.map(({ name, milliseconds, notes = '' }) => {
      return `${seconds(milliseconds).padStart(7)} s  ${name}${notes && `  (${notes})`}`
    }),
  ]
}
