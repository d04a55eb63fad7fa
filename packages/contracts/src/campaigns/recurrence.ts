const day = '(MO|TU|WE|TH|FR|SA|SU)'
const numberedDay = `(-1|[1-5])?${day}`
const monthDay = '(-1|[1-9]|[12]\\d|3[01])'
const listOf = (one: string) => `${one}(,${one})*`

/** Parts of an RFC 5545 rule that a campaign can repeat by: days, weeks or months, at the time of its first date. */
const parts: Readonly<Record<string, RegExp>> = Object.fromEntries(
  Object.entries({
    FREQ: '(DAILY|WEEKLY|MONTHLY)',
    INTERVAL: '([1-9]|[12]\\d|30)',
    COUNT: '[1-9]\\d{0,2}',
    UNTIL: '\\d{8}(T\\d{6}Z?)?',
    BYDAY: listOf(numberedDay),
    BYMONTHDAY: listOf(monthDay),
    WKST: day,
  }).map(([name, pattern]) => [name, new RegExp(`^${pattern}$`)]),
)

/** The parts of an RFC 5545 rule by their names. */
export const partsOfRule = (rule: string): Map<string, string> =>
  new Map(
    rule
      .replace(/^RRULE:/, '')
      .split(';')
      .map((part): [string, string] => {
        const at = part.indexOf('=')
        return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
      }),
  )

/** Whether a campaign can repeat by a rule: at most once a day, and with one end at most. */
export const isRecurrence = (rule: string): boolean => {
  const given = partsOfRule(rule)
  const frequency = given.get('FREQ')
  return (
    frequency !== undefined &&
    [...given].every(([name, value]) => parts[name]?.test(value) ?? false) &&
    !(given.has('COUNT') && given.has('UNTIL')) &&
    (frequency === 'MONTHLY' || (!given.has('BYMONTHDAY') && !/\d/.test(given.get('BYDAY') ?? '')))
  )
}
