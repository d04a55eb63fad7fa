import { appendFileSync } from 'node:fs'

const LINES = 12

/**
 * Adds a test to the summary that is shown last, in the file named by `TEST_SUMMARY`; without that variable there is
 * none. Of each message the first lines, without what belongs to libraries.
 */
export function tellSummary(outcome: 'FAILED' | 'second try', name: string, messages: string[]) {
  const file = process.env['TEST_SUMMARY']
  if (!file) return
  const details = messages.flatMap((message) => {
    const lines = message.split('\n').filter((line) => line.trim() && !line.includes('node_modules'))
    return lines.slice(0, LINES).map((line) => `    ${line.trimEnd()}`)
  })
  appendFileSync(file, `${[`${outcome}  ${name}`, ...details].join('\n')}\n`)
}
