import { Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FilterChips } from '#web/components/table/filter-chips.tsx'
import type { FilterField, FilterPart } from '#web/components/table/filters.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { useCan } from '#web/lib/session/session.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import type { Summary } from './api.ts'
import classes from './dashboard.module.css'
import { type DashboardSearch, periods, validateDashboard } from './periods.ts'

type Props = {
  search: DashboardSearch
  summary: Summary | undefined
  onSearch: (search: DashboardSearch) => void
}

const useFields = (): FilterField[] => {
  const { t } = useTranslation('admin/dashboard')
  const can = useCan()
  const { data: channels } = useQuery({ ...channelsQuery, enabled: can('channels.view') })
  const { data: teams } = useQuery(teamsQuery)
  const choicesOf = (items: readonly { id: string; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: id, label: name }))
  const choice = (name: 'channelId' | 'teamId', label: string, items: readonly { id: string; name: string }[] = []) =>
    items.length === 0 ? [] : [{ kind: 'choice' as const, name, label, choices: choicesOf(items) }]
  return [
    { kind: 'days', from: 'from', to: 'to', label: t('period.custom') },
    {
      kind: 'choice',
      name: 'whose',
      label: t('filter.whose'),
      choices: (['mine', 'everyone'] as const).map((value) => ({ value, label: t(`filter.${value}`) })),
    },
    ...choice('channelId', t('filter.channel'), channels?.data),
    ...choice('teamId', t('filter.team'), teams?.data),
    { kind: 'flag', name: 'compare', label: t('filter.compare') },
  ]
}

/** The URL as filter chips show it. "Everyone" is not a filter, and a preset period is shown by its button. */
const chipsOf = ({ whose, compare, ...search }: DashboardSearch) => ({
  ...search,
  ...(whose === 'mine' ? { whose } : {}),
  ...(compare ? { compare: 'yes' } : {}),
})

const changed = (search: DashboardSearch, { compare, whose, ...part }: FilterPart): DashboardSearch =>
  validateDashboard({
    ...search,
    ...part,
    whose: whose === undefined ? search.whose : whose || 'everyone',
    compare: compare === undefined ? search.compare : compare === 'yes',
  })

/** The scope of the figures, and the days they are compared with. */
export const Filters = ({ search, summary, onSearch }: Props) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const fields = useFields()
  const choose = (value: string) => {
    const { from: _from, to: _to, ...rest } = search
    const days = periods.find((period) => String(period) === value)
    if (days) onSearch({ ...rest, days })
  }
  const dayOf = (date: string) => day(`${date}T12:00:00Z`, i18n.language, 'UTC')
  const before = summary?.before
  return (
    <Group gap="sm" justify="space-between">
      <Group gap="sm">
        <SegmentedControl
          className={classes.period ?? ''}
          aria-label={t('period.label')}
          value={search.from ? '' : String(search.days ?? 7)}
          onChange={choose}
          data={periods.map((period) => ({ value: String(period), label: t(`period.${period}`) }))}
        />
        <FilterChips fields={fields} search={chipsOf(search)} onChange={(part) => onSearch(changed(search, part))} />
      </Group>
      {before ? (
        <Text size="sm" c="dimmed">
          {before.from === before.to
            ? t('change.day', { day: dayOf(before.from) })
            : t('change.days', { from: dayOf(before.from), to: dayOf(before.to) })}
        </Text>
      ) : null}
    </Group>
  )
}
