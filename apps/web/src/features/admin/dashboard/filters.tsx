import { Button, Group, SegmentedControl, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/lib/session/session.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import classes from './dashboard.module.css'
import { type DashboardSearch, isRange, periods } from './periods.ts'

type Props = { search: DashboardSearch; onSearch: (search: DashboardSearch) => void }

const without = ({ days: _days, from: _from, to: _to, ...rest }: DashboardSearch): DashboardSearch => rest

const today = () => new Date().toLocaleDateString('sv')

const CustomDays = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/dashboard')
  const [from, setFrom] = useState(search.from ?? today())
  const [to, setTo] = useState(search.to ?? today())
  const valid = isRange(from, to)
  return (
    <Group align="flex-end" gap="sm">
      <TextInput type="date" label={t('period.from')} value={from} onChange={(e) => setFrom(e.currentTarget.value)} />
      <TextInput type="date" label={t('period.to')} value={to} onChange={(e) => setTo(e.currentTarget.value)} />
      <Button disabled={!valid} onClick={() => onSearch({ ...without(search), from, to })}>
        {t('period.apply')}
      </Button>
      {valid ? null : <span role="alert">{t('period.invalid')}</span>}
    </Group>
  )
}

const Channel = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/dashboard')
  const { data } = useQuery(channelsQuery)
  const { channelId, ...rest } = search
  if (!data || (data.data.length < 2 && !channelId)) return null
  return (
    <Select
      clearable
      aria-label={t('filter.channel')}
      placeholder={t('filter.allChannels')}
      value={channelId ?? null}
      data={data.data.map((channel) => ({ value: channel.id, label: channel.name }))}
      onChange={(id) => onSearch(id ? { ...rest, channelId: id } : rest)}
    />
  )
}

const Team = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/dashboard')
  const { data } = useQuery(teamsQuery)
  const { teamId, ...rest } = search
  if (!data || (data.data.length === 0 && !teamId)) return null
  return (
    <Select
      clearable
      aria-label={t('filter.team')}
      placeholder={t('filter.allTeams')}
      value={teamId ?? null}
      data={data.data.map((team) => ({ value: team.id, label: team.name }))}
      onChange={(id) => onSearch(id ? { ...rest, teamId: id } : rest)}
    />
  )
}

/** What the figures are about: when, which number, which team, and whether the period before is drawn too. */
export const Filters = ({ search, onSearch }: Props) => {
  const { t } = useTranslation('admin/dashboard')
  const can = useCan()
  const [custom, setCustom] = useState(search.from !== undefined)
  const { compare: _, ...plain } = search
  const choose = (value: string) => {
    setCustom(value === 'custom')
    const days = periods.find((period) => String(period) === value)
    if (days) onSearch({ ...without(search), days })
  }
  return (
    <Stack gap="sm" mt="xs">
      <Group gap="sm">
        <SegmentedControl
          className={classes.period ?? ''}
          aria-label={t('period.label')}
          value={custom ? 'custom' : String(search.days ?? 7)}
          onChange={choose}
          data={[...periods.map(String), 'custom'].map((value) => ({ value, label: t(`period.${value}`) }))}
        />
        {can('channels.view') ? <Channel search={search} onSearch={onSearch} /> : null}
        <Team search={search} onSearch={onSearch} />
        <Switch
          label={t('filter.compare')}
          checked={search.compare === true}
          onChange={(event) => onSearch(event.currentTarget.checked ? { ...plain, compare: true } : plain)}
        />
      </Group>
      {custom ? <CustomDays search={search} onSearch={onSearch} /> : null}
    </Stack>
  )
}
