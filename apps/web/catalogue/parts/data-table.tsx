import { Button } from '@mantine/core'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { DataTable } from '#web/components/table/data-table.tsx'
import { ApiError } from '#web/lib/api/api.ts'
import type { Part } from '../part.ts'
import { done, longName } from '../samples.ts'

type Row = { id: string; name: string; members: number; status: string }

const rows = (count: number, name = 'Padaria Boa Massa'): Row[] =>
  Array.from({ length: count }, (_, place) => ({
    id: String(place),
    name: `${name} ${place + 1}`,
    members: place * 37,
    status: place % 3 === 0 ? 'Active' : 'Invited',
  }))

type Props = { data?: Row[]; error?: unknown; filtered?: boolean }

const Table = ({ data, error = null, filtered = false }: Props) => (
  <DataTable<Row>
    label="Companies"
    query={{
      data: data && { data, page: { next: data.length > 20 ? 'next' : null, has_more: data.length > 20 } },
      isPending: data === undefined && error === null,
      isFetching: data === undefined && error === null,
      error,
      refetch: done,
    }}
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
    error: () => <Table error={new ApiError('', { code: 'internal', status: 500 })} />,
    'long name': () => <Table data={rows(4, longName)} />,
  },
}
