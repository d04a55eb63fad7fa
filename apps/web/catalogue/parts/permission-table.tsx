import { Stack } from '@mantine/core'
import { memberGrants } from '@recado/contracts/abilities'
import type { Member } from '@recado/contracts/companies/companies'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import {
  PermissionLegend,
  RoleTable,
  usePermissionColumns,
} from '#web/features/companies/companies/permission-table.tsx'
import type { Part } from '../part.ts'
import { answered, failure, longName } from '../samples.ts'

const people = ['Ana Souza', 'Bruno Lima', 'Carla Dias', 'Davi Rocha', 'Elisa Melo']

const member = (name: string, place: number): Member => ({
  id: String(place),
  userId: String(place),
  name,
  email: `person${place}@example.com`,
  avatarUrl: null,
  role: place % 5 === 0 ? 'admin' : 'member',
  grants: memberGrants.filter((_, at) => (at + place) % 3 === 0),
  visibility: 'all',
  capacity: null,
  teamIds: [],
  status: 'active',
  owner: place === 0,
  joinedAt: null,
  lastSeenAt: null,
  twoFactor: false,
})

type Props = { data?: Member[] | undefined; error?: unknown; manage?: boolean }

const Sample = ({ data, error, manage = true }: Props) => {
  const { columns, card, dialog } = usePermissionColumns('catalogue', ({ name }) => name, manage)
  return (
    <Stack gap="lg">
      <div>
        <ListPage<Member, object>
          title="Members"
          order={2}
          label="Members"
          query={answered(data, error)}
          columns={columns}
          card={card}
          notice={<PermissionLegend />}
          empty={<EmptyState title="No members" />}
        />
      </div>
      {dialog}
      {data ? <RoleTable /> : null}
    </Stack>
  )
}

const members = (count: number) =>
  Array.from({ length: count }, (_, place) => member(people[place % people.length] ?? '', place))

export const part: Part = {
  name: 'PermissionTable',
  group: 'List',
  use: 'People in rows, what they may do in columns, one mark a cell, pressed to give or take it; the role sets them all. What each role brings stands below, to compare. What a company has not is locked.',
  states: {
    full: () => <Sample data={members(5)} />,
    'many people': () => <Sample data={members(40)} />,
    'read-only': () => <Sample data={members(5)} manage={false} />,
    loading: () => <Sample />,
    empty: () => <Sample data={[]} />,
    error: () => <Sample error={failure} />,
    'long name': () => <Sample data={[member(longName, 0), member(longName, 1)]} />,
  },
}
