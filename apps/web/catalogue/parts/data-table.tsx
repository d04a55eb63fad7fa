import { Button } from '@mantine/core'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import type { Part } from '../part.ts'
import { answered, failure, longName } from '../samples.ts'

type Row = { id: string; name: string; members: number; status: string }

const rows = (count: number, name = 'Padaria Boa Massa'): Row[] =>
  Array.from({ length: count }, (_, place) => ({
    id: String(place),
    name: `${name} ${place + 1}`,
    members: place * 37,
    status: place % 3 === 0 ? 'Active' : 'Invited',
  }))

type Props = { data?: Row[] | undefined; error?: unknown; filtered?: boolean }

const Table = ({ data, error = null, filtered = false }: Props) => (
  <DataTable<Row>
    label="Companies"
    query={answered(data, error)}
    columns={[
      { accessor: 'name', title: 'Name' },
      { accessor: 'status', title: 'Status' },
      { accessor: 'members', title: 'Members', textAlign: 'right' },
    ]}
    onCursor={() => {}}
    onRowClick={() => {}}
    filtered={filtered}
    onClearFilters={() => {}}
    empty={<EmptyState title="No companies yet" action={<Button>Add company</Button>} />}
  />
)

export const part: Part = {
  name: 'DataTable',
  group: 'List',
  use: 'The rows of a list. On a page it stands in ListPage, which adds the search, filters, views, columns and file.',
  states: {
    full: () => <Table data={rows(25)} />,
    loading: () => <Table />,
    empty: () => <Table data={[]} />,
    'no match': () => <Table data={[]} filtered />,
    error: () => <Table error={failure} />,
    'long name': () => <Table data={rows(4, longName)} />,
  },
}
