import { Badge, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileImport, IconPlus, IconRosetteDiscountCheck, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { useCompanyField } from '#web/components/form/company-field.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import type { FilterField } from '#web/components/table/filters.ts'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { filtersOf } from '#web/lib/api/search.ts'
import { AdminRequests } from './admin-requests.tsx'
import { type AdminUser, askedOf, countUsers, type Role, usersQuery } from './api.ts'
import { type UserSearch, validateUserSearch } from './search.ts'
import { UserBulk } from './user-bulk.tsx'
import { UserStatusBadge } from './user-status-badge.tsx'

const RequestAdminDrawer = lazyComponent(async () => (await import('./request-admin-drawer.tsx')).RequestAdminDrawer)
const CreateUserDrawer = lazyComponent(async () => (await import('./create-user-drawer.tsx')).CreateUserDrawer)
const ImportUsers = lazyComponent(async () => (await import('./import-users.tsx')).ImportUsers)
const UserDrawer = lazyComponent(async () => (await import('./user-drawer.tsx')).UserDrawer)

type Props = { kind: Role; search: UserSearch; onSearch: (next: UserSearch) => void }

type Field = FilterField<UserSearch>

const useFields = (kind: Role, search: UserSearch): Field[] => {
  const { t } = useTranslation('admin/accounts')
  const company = useCompanyField('companyId', t('column.company'), search.companyId)
  const choice = (name: keyof UserSearch, label: string, values: readonly string[], of: (value: string) => string) => ({
    kind: 'choice' as const,
    ...{ name, label, choices: values.map((value) => ({ value, label: of(value) })) },
  })
  const methodOf = (value: string) =>
    value === 'none' ? t('fact.noSignIn') : t(`method.${value}`, { defaultValue: value })
  const role = choice('memberRole', t('field.companyRole'), ['admin', 'member'], (value) => t(`common:role.${value}`))
  const staff = (['language', 'skill'] as const).map(
    (name): Field => ({
      kind: 'text',
      ...{ name, label: t(`users.${name}`) },
    }),
  )
  const own: Record<Role, Field[]> = { customer: [company, role], support: staff, admin: [] }
  return [
    choice('status', t('column.status'), ['new', 'active', 'suspended'], (value) => t(`userStatus.${value}`)),
    ...own[kind],
    choice('twoFactor', t('column.twoFactor'), ['on', 'off'], (value) => t(`users.twoFactor.${value}`)),
    choice('signIn', t('fact.signInMethods'), ['password', 'google', 'github', 'none'], methodOf),
    { kind: 'number', name: 'inactiveDays', label: t('users.inactive'), min: 1, max: 3650 },
  ]
}

const Name = ({ user }: { user: AdminUser }) => {
  const { t } = useTranslation('admin/accounts')
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

const Companies = ({ user: { companies } }: { user: AdminUser }) => {
  const { t } = useTranslation('admin/accounts')
  if (companies.length === 0) return '–'
  const nameOf = ({ name, role }: AdminUser['companies'][number]) => `${name} (${t(`common:role.${role}`)})`
  return (
    <Text size="sm" truncate maw={220} title={companies.map(nameOf).join(', ')}>
      {companies.length === 1 ? companies.map(nameOf) : t('users.companyCount', { count: companies.length })}
    </Text>
  )
}

const Words = ({ words }: { words: string[] }) => (
  <Text size="sm" truncate maw={160} title={words.join(', ')}>
    {words.length > 0 ? words.join(', ') : '–'}
  </Text>
)

const useColumns = (role: Role): DataTableColumn<AdminUser>[] => {
  const { t } = useTranslation('admin/accounts')
  const customer: DataTableColumn<AdminUser>[] = [
    { accessor: 'companies', title: t('column.companies'), render: (user) => <Companies user={user} /> },
  ]
  const support: DataTableColumn<AdminUser>[] = [
    {
      accessor: 'languages',
      title: t('staff.languages'),
      render: ({ staff }) => <Words words={staff?.languages ?? []} />,
    },
    { accessor: 'skills', title: t('staff.skills'), render: ({ staff }) => <Words words={staff?.skills ?? []} /> },
    {
      accessor: 'capacity',
      title: t('staff.capacity'),
      textAlign: 'right',
      render: ({ staff }) => staff?.ticketCapacity ?? '–',
    },
  ]
  return [
    { accessor: 'name', title: t('column.person'), render: (user) => <Name user={user} /> },
    { accessor: 'status', title: t('column.status'), render: ({ status }) => <UserStatusBadge status={status} /> },
    ...(role === 'customer' ? customer : []),
    ...(role === 'support' ? support : []),
    {
      accessor: 'twoFactor',
      secondary: role === 'support',
      title: t('column.twoFactor'),
      render: ({ twoFactor }) => t(`users.twoFactor.${twoFactor ? 'on' : 'off'}`),
    },
    {
      accessor: 'signIn',
      secondary: true,
      title: t('fact.signInMethods'),
      render: ({ signInMethods }) => (
        <Words words={signInMethods.map((method) => t(`method.${method}`, { defaultValue: method }))} />
      ),
    },
    {
      accessor: 'lastSeenAt',
      title: t('column.lastSeen'),
      render: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime value={lastSeenAt} /> : '–'),
    },
    {
      accessor: 'createdAt',
      secondary: role === 'support',
      title: t('column.created'),
      render: ({ createdAt }) => <RelativeTime value={createdAt} />,
    },
  ]
}

const lists = { customer: 'admin-customers', support: 'admin-support', admin: 'admin-admins' } as const

const Buttons = ({ kind }: { kind: Role }) => {
  const { t } = useTranslation('admin/accounts')
  const [creating, { open: create, close }] = useDisclosure(false)
  const [importing, { open: bring, close: closeImport }] = useDisclosure(false)
  return (
    <>
      {kind === 'customer' ? (
        <Button variant="default" leftSection={<IconFileImport size={18} />} onClick={bring}>
          {t('import.button')}
        </Button>
      ) : null}
      <Button leftSection={<IconPlus size={18} />} onClick={create}>
        {t(`users.create.${kind}`)}
      </Button>
      {creating && kind === 'admin' ? <RequestAdminDrawer onClose={close} /> : null}
      {creating && kind !== 'admin' ? <CreateUserDrawer kind={kind} onClose={close} /> : null}
      {importing ? <ImportUsers onClose={closeImport} /> : null}
    </>
  )
}

/** People of one platform role. */
export const UsersPage = ({ kind: role, search, onSearch }: Props) => {
  const { t } = useTranslation('admin/accounts')
  const query = useQuery(usersQuery(role, search))
  const { open, ...rest } = search
  const filters = filtersOf(search)
  const asked = askedOf(filters)
  const columns = useColumns(role)
  const fields = useFields(role, search)
  const selected = useSelected({ role, filters })
  return (
    <>
      <ListPage
        title={t(`users.title.${role}`)}
        actions={<Buttons kind={role} />}
        notice={role === 'admin' ? <AdminRequests /> : null}
        fields={fields}
        find={{ name: 'search', label: t('users.search') }}
        list={lists[role]}
        search={search}
        onSearch={onSearch}
        validate={validateUserSearch}
        filters={filters}
        exported={asked}
        label={t(`users.title.${role}`)}
        query={query}
        columns={columns}
        empty={<EmptyState icon={IconUsers} title={t(`users.empty.${role}`)} description={t(`users.text.${role}`)} />}
        onRowClick={({ id }) => onSearch({ ...search, open: id })}
        selection={{
          ...selected,
          label: ({ name }) => name,
          matching: { filter: asked, count: () => countUsers(role, asked) },
        }}
        bulk={(selection) => <UserBulk kind={role} selection={selection} onDone={() => selected.onChange([])} />}
        card={(user) => (
          <Group justify="space-between" wrap="nowrap">
            <Name user={user} />
            <UserStatusBadge status={user.status} />
          </Group>
        )}
      />
      {open ? <UserDrawer key={open} id={open} onClose={() => onSearch(rest)} /> : null}
    </>
  )
}
