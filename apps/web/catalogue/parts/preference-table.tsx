import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { PreferenceTable } from '#web/features/product-notifications/inbox/preferences/preference-table.tsx'
import type {
  CellChange,
  Channel,
  PreferenceGroup,
  PreferenceRow,
} from '#web/features/product-notifications/inbox/preferences/rows.ts'
import type { Part } from '../part.ts'
import { done, failure, longName } from '../samples.ts'

const channels = ['in_app', 'email', 'push'] as const satisfies readonly Channel[]

const row = (name: string, own: PreferenceRow['channels'], critical = false): PreferenceRow => ({
  id: name,
  name,
  critical,
  protects: critical,
  channels: own,
})

const groups = (name = ''): PreferenceGroup[] => [
  {
    name: name || 'Conversations',
    rows: [
      row(name || 'Assigned to me', { in_app: true, email: true, push: true }),
      row('Mentions', { in_app: true, email: false, push: true }),
      row('Window about to close', { in_app: true, push: false }),
      row('Only one way', { in_app: false }),
    ],
  },
  { name: 'Always', rows: [row('Password changed', { in_app: true, email: true }, true)] },
]

const Sample = ({ start = groups(), shut = [] }: { start?: PreferenceGroup[]; shut?: Channel[] }) => {
  const [shown, setShown] = useState(start)
  const [open, setOpen] = useState<ReadonlySet<Channel>>(new Set(channels.filter((one) => !shut.includes(one))))
  const changed = (one: PreferenceRow, changes: CellChange[]) => {
    const own = changes.filter((change) => change.row.id === one.id).map(({ channel, on }) => [channel, on])
    return { ...one, channels: { ...one.channels, ...Object.fromEntries(own) } }
  }
  return (
    <PreferenceTable
      groups={shown}
      channels={channels}
      open={open}
      onCells={(changes) =>
        setShown(shown.map((group) => ({ ...group, rows: group.rows.map((one) => changed(one, changes)) })))
      }
      onChannel={(channel, on) => setOpen(new Set(channels.filter((one) => (one === channel ? on : open.has(one)))))}
    />
  )
}

const many = (): PreferenceGroup[] =>
  Array.from({ length: 6 }, (_, place) => ({
    name: `Group ${place + 1}`,
    rows: Array.from({ length: 8 }, (_, one) =>
      row(`Thing ${place + 1}.${one + 1}`, { in_app: one % 2 === 0, email: one % 3 === 0, push: true }),
    ),
  }))

export const part: Part = {
  name: 'PreferenceTable',
  group: 'List',
  use: 'Things in rows, ways in columns, one switch a cell; arrows move between cells. What is pressed is saved at once and can be taken back by an UndoToast.',
  states: {
    few: () => <Sample />,
    full: () => <Sample start={many()} />,
    'a way is off': () => <Sample shut={['email']} />,
    'every way is off': () => <Sample shut={['in_app', 'email', 'push']} />,
    'always sent': () => <Sample start={groups().slice(1)} />,
    loading: () => <Skeleton height={480} radius="md" />,
    error: () => <RetryState error={failure} onRetry={done} compact />,
    empty: () => <EmptyState title="Nothing to choose" compact />,
    'long name': () => <Sample start={groups(longName)} shut={['email', 'push']} />,
  },
}
