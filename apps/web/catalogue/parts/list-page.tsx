import { Button } from '@mantine/core'
import { IconBuildingStore, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import type { ViewSearch } from '#web/components/table/view-search.ts'
import type { Part } from '../part.ts'
import { answered, failure, longName } from '../samples.ts'

type Row = { id: string; name: string; status: string; segment: string; members: number; since: string }
type Search = Partial<Record<'search' | 'status' | 'segments' | 'least' | 'from' | 'to' | 'overdue', string>>

const rows = (count: number, name = 'Padaria Boa Massa'): Row[] =>
  Array.from({ length: count }, (_, place) => ({
    id: String(place),
    name: `${name} ${place + 1}`,
    status: place % 3 === 0 ? 'Active' : 'On trial',
    segment: place % 2 === 0 ? 'Food and drinks' : 'Health',
    members: place * 137,
    since: `2026-03-${String((place % 28) + 1).padStart(2, '0')}`,
  }))

const columns: DataTableColumn<Row>[] = [
  { accessor: 'name', title: 'Name' },
  { accessor: 'status', title: 'Status' },
  { accessor: 'segment', title: 'Segment' },
  { accessor: 'members', title: 'Members', textAlign: 'right' },
  { accessor: 'since', title: 'Since' },
]

const fields = (long: boolean): FilterField<Search>[] => [
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    choices: [
      { value: 'active', label: long ? longName : 'Active' },
      { value: 'trial', label: 'On trial' },
    ],
  },
  {
    kind: 'choices',
    name: 'segments',
    label: 'Segment',
    choices: ['Food and drinks', 'Health', 'Education', 'Fashion'].map((label) => ({ value: label, label })),
  },
  { kind: 'number', name: 'least', label: 'Members at least', min: 0, max: 100_000 },
  { kind: 'days', from: 'from', to: 'to', label: 'Created', usual: 'Last 7 days' },
  { kind: 'flag', name: 'overdue', label: 'Payment overdue' },
]

const validate = (raw: ViewSearch): Search =>
  Object.fromEntries(Object.entries(raw).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))

const filled: Search = {
  status: 'active',
  segments: 'Food and drinks,Health,Fashion',
  least: '10',
  from: '2026-03-01',
  to: '2026-03-31',
  overdue: 'yes',
}

type Props = {
  data?: Row[] | undefined
  error?: unknown
  start?: Search
  chosen?: string[]
  readOnly?: boolean
  long?: boolean
}

const Sample = ({ data, error, start = {}, chosen = [], readOnly = false, long = false }: Props) => {
  const [search, setSearch] = useState(start)
  const selected = useSelected('catalogue')
  const [ids, setIds] = useState(chosen)
  const add = (
    <Button leftSection={<IconPlus size={18} />} key="add">
      {long ? 'Add company to the list of companies' : 'Add company'}
    </Button>
  )
  return (
    <ListPage
      title={long ? longName : 'Companies'}
      count={data?.length}
      list="companies"
      search={search}
      onSearch={setSearch}
      validate={validate}
      filters={search}
      exported={readOnly ? null : search}
      fields={fields(long)}
      find={{ name: 'search', label: 'Search companies' }}
      actions={readOnly ? null : add}
      label="Companies"
      query={answered(data, error)}
      columns={columns}
      onRowClick={() => {}}
      empty={
        <EmptyState
          icon={IconBuildingStore}
          title="No companies yet"
          description="Companies that work with you are listed here."
          action={readOnly ? undefined : add}
        />
      }
      {...(readOnly
        ? {}
        : {
            selection: {
              ...selected,
              ids,
              onChange: setIds,
              label: ({ name }: Row) => name,
              matching: { filter: {}, count: async () => 1204 },
            },
            bulk: () => (
              <>
                <Button size="compact-sm" variant="default">
                  Change plan
                </Button>
                <Button size="compact-sm" color="red" variant="outline">
                  Suspend
                </Button>
              </>
            ),
          })}
    />
  )
}

export const part: Part = {
  name: 'ListPage',
  group: 'Page',
  use: 'A page, or a part of one, that is a list: name, search, saved views, filters as chips, columns, file and what can be made in one row, and what is done to many at once at the bottom. Ten or fewer things that people know by sight are ObjectCards.',
  states: {
    full: () => <Sample data={rows(25)} />,
    filtered: () => <Sample data={rows(4)} start={filled} />,
    'days, no end': () => <Sample data={rows(4)} start={{ from: '2026-03-01' }} />,
    chosen: () => <Sample data={rows(25)} chosen={['0', '1', '4']} />,
    loading: () => <Sample />,
    empty: () => <Sample data={[]} />,
    'no match': () => <Sample data={[]} start={{ search: 'farmácia', status: 'trial' }} />,
    error: () => <Sample error={failure} />,
    'read-only': () => <Sample data={rows(6)} readOnly />,
    'read-only, empty': () => <Sample data={[]} readOnly />,
    'never narrowed': () => (
      <ListPage<Row, object> title="Companies" label="Companies" query={answered(rows(3))} columns={columns} />
    ),
    'long name': () => <Sample data={rows(4, longName)} start={filled} chosen={['1']} long />,
  },
}
