import { NativeSelect, SimpleGrid, Switch } from '@mantine/core'
import { conversationSorts, priorities } from '@recado/contracts/inbox/conversations'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { channelsQuery } from '#web/queries/channels.ts'
import { labelsQuery } from '#web/queries/labels.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { type ChatSearch, type SearchChange, validateChatSearch } from '../search.ts'
import { ColleagueSelect } from './colleague-select.tsx'

type Props = { search: ChatSearch; onChange: (part: SearchChange) => void }
type Choice = { value: string; label: string }

/** The choices of every filter, read when the form is opened. */
const useChoices = () => {
  const { t } = useTranslation('inbox/conversations')
  const { data: channels } = useQuery(channelsQuery)
  const { data: teams } = useQuery(teamsQuery)
  const { data: labels } = useQuery(labelsQuery)
  const named = (items: readonly { id: string; name: string }[] | undefined): Choice[] =>
    (items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return {
    channel: named(channels?.data),
    team: named(teams?.data),
    label: named(labels?.data),
    priority: [...priorities].reverse().map((value) => ({ value, label: t(`list.priorities.${value}`) })),
  }
}

const fields = ['team', 'label', 'priority', 'channel'] as const

/** Everything that narrows the list down, and its order. */
export const FilterForm = ({ search, onChange }: Props) => {
  const { t } = useTranslation('inbox/conversations')
  const choices = useChoices()
  /** What a field says is checked as an address is. */
  const set = (key: keyof ChatSearch, value: string) => {
    const kept = validateChatSearch({ [key]: value })
    onChange({ [key]: kept[key], saved: undefined })
  }
  return (
    <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
      <NativeSelect
        size="xs"
        label={t('list.sort')}
        value={search.sort ?? 'newest'}
        onChange={(event) => onChange({ sort: validateChatSearch({ sort: event.currentTarget.value }).sort })}
        data={conversationSorts.map((value) => ({ value, label: t(`list.sorts.${value}`) }))}
      />
      <NativeSelect
        size="xs"
        label={t('list.status')}
        value={search.status ?? 'open'}
        onChange={({ currentTarget: { value } }) => set('status', value === 'open' ? '' : value)}
        data={(['open', 'resolved', 'all'] as const).map((value) => ({ value, label: t(`list.statuses.${value}`) }))}
      />
      <ColleagueSelect
        label={t('list.by.assignee')}
        value={search.assignee ?? null}
        onChange={(id) => set('assignee', id ?? '')}
      />
      {fields.map((field) =>
        choices[field].length === 0 || (field === 'channel' && choices.channel.length === 1) ? null : (
          <NativeSelect
            key={field}
            size="xs"
            label={t(`list.by.${field}`)}
            value={search[field] ?? ''}
            onChange={(event) => set(field, event.currentTarget.value)}
            data={[{ value: '', label: t('list.any') }, ...choices[field]]}
          />
        ),
      )}
      {(['unread', 'waiting', 'overdue'] as const).map((flag) => (
        <Switch
          key={flag}
          size="sm"
          style={{ gridColumn: '1 / -1' }}
          label={t(flag === 'unread' ? 'list.onlyUnread' : `list.${flag}Only`)}
          checked={search[flag] !== undefined}
          onChange={(event) => set(flag, event.currentTarget.checked ? 'true' : '')}
        />
      ))}
    </SimpleGrid>
  )
}
