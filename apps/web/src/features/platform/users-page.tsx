import { Badge, Button, Group, NumberInput, Select, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPlus, IconRosetteDiscountCheck, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DataTable, type DataTableColumn } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { RelativeTime } from '../../components/relative-time.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { changeSearch } from '../../lib/search.ts'
import { type AdminUser, type Role, usersQuery } from './api.ts'
import { CompanySelect } from './company-select.tsx'
import { CreateUserDrawer } from './create-user-drawer.tsx'
import classes from './platform.module.css'
import type { UserSearch } from './search.ts'
import { UserDrawer } from './user-drawer.tsx'
import { UserStatusBadge } from './words.tsx'

type Props = { kind: Role; search: UserSearch; onSearch: (next: UserSearch) => void }

const Filters = ({ kind, search, onSearch }: Props) => {
  const { t } = useTranslation('platform')
  const change = (key: keyof UserSearch) => (value: string | null) =>
    onSearch(changeSearch(search, { [key]: value ?? '' }))
  return (
    <section className={classes.filters} aria-label={t('filters')}>
      <SearchField value={search.search ?? ''} label={t('users.search')} onChange={change('search')} />
      <Select
        aria-label={t('column.status')}
        placeholder={t('anyStatus')}
        clearable
        value={search.status ?? null}
        data={(['new', 'active', 'suspended'] as const).map((value) => ({ value, label: t(`userStatus.${value}`) }))}
        onChange={change('status')}
      />
      {kind === 'customer' ? <CompanySelect value={search.company ?? null} onChange={change('company')} /> : null}
      <Select
        aria-label={t('column.twoFactor')}
        placeholder={t('users.anyTwoFactor')}
        clearable
        value={search.twoFactor ?? null}
        data={(['on', 'off'] as const).map((value) => ({ value, label: t(`users.twoFactor.${value}`) }))}
        onChange={change('twoFactor')}
      />
      <NumberInput
        aria-label={t('users.inactive')}
        placeholder={t('users.inactive')}
        min={1}
        max={3650}
        allowDecimal={false}
        value={search.inactiveDays ? Number(search.inactiveDays) : ''}
        onChange={(value) => change('inactiveDays')(value === '' ? null : String(value))}
      />
    </section>
  )
}

const Name = ({ user }: { user: AdminUser }) => {
  const { t } = useTranslation('platform')
  return (
    <div style={{ minWidth: 0 }}>
      <Group gap={6} wrap="nowrap">
        <Text fw={600} size="sm" truncate maw={220}>
          {user.name}
        </Text>
        {user.waOperator ? (
          <Badge size="xs" variant="light">
            {t('users.operator')}
          </Badge>
        ) : null}
      </Group>
      <Group gap={4} wrap="nowrap">
        <Text size="xs" c="dimmed" truncate maw={240}>
          {user.email}
        </Text>
        {user.emailVerified ? <IconRosetteDiscountCheck size={14} role="img" aria-label={t('users.verified')} /> : null}
      </Group>
    </div>
  )
}

const Companies = ({ user: { companies } }: { user: AdminUser }) => (
  <Text size="sm" lineClamp={2} maw={240}>
    {companies.length > 0 ? companies.map(({ name }) => name).join(', ') : '–'}
  </Text>
)

const columnsFor = (role: Role, t: (key: string) => string): DataTableColumn<AdminUser>[] => [
  { accessor: 'name', title: t('column.person'), render: (user) => <Name user={user} /> },
  { accessor: 'status', title: t('column.status'), render: ({ status }) => <UserStatusBadge status={status} /> },
  ...(role === 'customer'
    ? [{ accessor: 'companies', title: t('column.companies'), render: (user: AdminUser) => <Companies user={user} /> }]
    : []),
  {
    accessor: 'twoFactor',
    title: t('column.twoFactor'),
    render: ({ twoFactor }) => t(`users.twoFactor.${twoFactor ? 'on' : 'off'}`),
  },
  {
    accessor: 'lastSeenAt',
    title: t('column.lastSeen'),
    render: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime value={lastSeenAt} /> : '–'),
  },
  { accessor: 'createdAt', title: t('column.created'), render: ({ createdAt }) => <RelativeTime value={createdAt} /> },
]

/** People of one platform role. */
export const UsersPage = ({ kind: role, search, onSearch }: Props) => {
  const { t } = useTranslation('platform')
  const query = useQuery(usersQuery(role, search))
  const [creating, { open: create, close }] = useDisclosure(false)
  const { cursor, open, ...filters } = search
  const button = (
    <Button leftSection={<IconPlus size={18} />} onClick={create}>
      {t(`users.create.${role}`)}
    </Button>
  )
  return (
    <>
      <PageHeader title={t(`users.title.${role}`)} description={t(`users.text.${role}`)} actions={button} />
      <Filters kind={role} search={search} onSearch={onSearch} />
      <DataTable
        label={t(`users.title.${role}`)}
        query={query}
        columns={columnsFor(role, (key) => t(key))}
        cursor={cursor}
        onCursor={(to) => onSearch(changeSearch(search, { cursor: to }))}
        filtered={Object.keys(filters).length > 0}
        onClearFilters={() => onSearch({})}
        empty={<EmptyState icon={IconUsers} title={t(`users.empty.${role}`)} action={button} />}
        onRowClick={({ id }) => onSearch({ ...search, open: id })}
        card={(user) => (
          <Group justify="space-between" wrap="nowrap">
            <Name user={user} />
            <UserStatusBadge status={user.status} />
          </Group>
        )}
      />
      {creating ? <CreateUserDrawer kind={role} onClose={close} /> : null}
      {open ? (
        <UserDrawer key={open} id={open} onClose={() => onSearch({ ...filters, ...(cursor && { cursor }) })} />
      ) : null}
    </>
  )
}
