import { Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Fact, FactList } from '#web/components/content/fact-list.tsx'
import { JsonView } from '#web/components/content/json-view.tsx'

type Plain = string | number | boolean | null

const isPlain = (value: unknown): value is Plain => value === null || typeof value !== 'object'

const isChange = (value: unknown): value is { before: Plain; after: Plain } =>
  typeof value === 'object' &&
  value !== null &&
  'before' in value &&
  'after' in value &&
  isPlain(value.before) &&
  isPlain(value.after)

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

/** `sessionsEnded` as `Sessions ended`. */
const inWords = (name: string): string => {
  const text = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.]/g, ' ')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What an entry of the audit log changed, in words; what has none stands as it was recorded. */
export const Changes = ({ diff, label }: { diff: Record<string, unknown>; label: string }) => {
  const { t, i18n } = useTranslation('shared/audit')
  const nameOf = (name: string): string => {
    const key = `changes.field.${name}`
    return i18n.exists(key, { ns: 'shared/audit' }) ? t(key) : inWords(name)
  }
  const textOf = (value: Plain | undefined): string => {
    if (value === null || value === undefined || value === '') return '–'
    return typeof value === 'boolean' ? t(value ? 'changes.yes' : 'changes.no') : String(value)
  }
  const rows: Fact[] = []
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(diff)) {
    if (name === 'fields' && isTexts(value)) rows.push([t('changes.fields'), value.map(nameOf).join(', ')])
    else if (isChange(value))
      rows.push([nameOf(name), t('changes.between', { from: textOf(value.before), to: textOf(value.after) })])
    else if (isPlain(value)) rows.push([nameOf(name), textOf(value)])
    else if (isTexts(value)) rows.push([nameOf(name), value.join(', ') || '–'])
    else rest[name] = value
  }
  return (
    <Stack gap="sm">
      {rows.length > 0 ? <FactList narrow rows={rows} /> : null}
      {Object.keys(rest).length > 0 ? <JsonView value={rest} label={label} /> : null}
    </Stack>
  )
}
