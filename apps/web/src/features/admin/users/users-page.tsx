import { Badge, Button, Group, NumberInput, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFileImport, IconPlus, IconRosetteDiscountCheck, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { CompanySelect } from '#web/components/form/company-select.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { FilterBar } from '#web/components/table/filter-bar.tsx'
import { FilterSelect } from '#web/components/table/filter-select.tsx'
import { FoldedFilters } from '#web/components/table/folded-filters.tsx'
import { ListTable } from '#web/components/table/list-table.tsx'
import { SearchField } from '#web/components/table/search-field.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { changeSearch, filtersOf } from '#web/lib/api/search.ts'
import { AdminRequests } from './admin-requests.tsx'
import { type AdminUser, countUsers, type Role, usersQuery } from './api.ts'
import { type UserSearch, validateUserSearch } from './search.ts'
import { UserBulk } from './user-bulk.tsx'
import { UserStatusBadge } from './user-status-badge.tsx'

const RequestAdminDrawer = lazyComponent(async () => (await import('./request-admin-drawer.tsx')).RequestAdminDrawer)
const CreateUserDrawer = lazyComponent(async () => (await import('./create-user-drawer.tsx')).CreateUserDrawer)
const ImportUsers = lazyComponent(async () => (await import('./import-users.tsx')).ImportUsers)
const UserDrawer = lazyComponent(async () => (await import('./user-drawer.tsx')).UserDrawer)

type Props = { kind: Role; search: UserSearch; onSearch: (next: UserSearch) => void }

type Change = (key: keyof UserSearch) => (value: string | null) => void
type FilterProps = { search: UserSearch; change: Change }

/** A filter with a handful of values, each of which has a text. */
const Choice = ({
  name,
  label,
  any,
  options,
  search,
  change,
}: FilterProps & {
  name: keyof UserSearch
  label: string
  any: string
  options: { value: string; label: string }[]
}) => <FilterSelect label={label} any={any} value={search[name]} data={options} onChange={change(name)} />

const StaffFilters = ({ search, change }: FilterProps) => {
  const { t } = useTranslation('admin/accounts')
  return (['language', 'skill'] as const).map((field) => (
    <SearchField key={field} value={search[field] ?? ''} label={t(`users.${field}`)} onChange={change(field)} />
  ))
}

const Filters = ({ kind, search, onSearch }: Props) => {
  const { t } = useTranslation('admin/accounts')
  const change: Change = (key) => (value) => onSearch(changeSearch(search, { [key]: value ?? '' }))
  const own = { search, change }
  const { search: _, ...others } = filtersOf(search)
  const said = (values: readonly string[], textOf: (value: string) => string) =>
    values.map((value) => ({ value, label: textOf(value) }))
  return (
    <FoldedFilters count={Object.keys(others).length}>
      <FilterBar label={t('filters')}>
        <SearchField value={search.search ?? ''} label={t('users.search')} onChange={change('search')} />
        <Choice
          name="status"
          label={t('column.status')}
          any={t('anyStatus')}
          options={said(['new', 'active', 'suspended'], (value) => t(`userStatus.${value}`))}
          {...own}
        />
        {kind === 'customer' ? (
          <>
            <CompanySelect
              bare
              label={t('column.company')}
              placeholder={t('users.anyCompany')}
              value={search.company ?? null}
              onChange={change('company')}
            />
            <Choice
              name="memberRole"
              label={t('field.companyRole')}
              any={t('users.anyMemberRole')}
              options={said(['admin', 'member'], (value) => t(`common:role.${value}`))}
              {...own}
            />
          </>
        ) : null}
        {kind === 'support' ? <StaffFilters {...own} /> : null}
        <Choice
          name="twoFactor"
          label={t('column.twoFactor')}
          any={t('users.anyTwoFactor')}
          options={said(['on', 'off'], (value) => t(`users.twoFactor.${value}`))}
          {...own}
        />
        <Choice
          name="signIn"
          label={t('fact.signInMethods')}
          any={t('users.anySignIn')}
          options={said(['password', 'google', 'github', 'none'], (value) =>
            value === 'none' ? t('fact.noSignIn') : t(`method.${value}`, { defaultValue: value }),
          )}
          {...own}
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
      </FilterBar>
    </FoldedFilters>
  )
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
  return (
    <div>
      <Text size="sm">{t('users.companyCount', { count: companies.length })}</Text>
      <Text size="xs" c="dimmed" lineClamp={2} maw={260}>
        {companies.map(({ name, role }) => `${name} (${t(`common:role.${role}`)})`).join(', ')}
      </Text>
    </div>
  )
}

const Words = ({ words }: { words: string[] }) => (
  <Text size="sm" lineClamp={2} maw={200}>
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
      title: t('column.twoFactor'),
      render: ({ twoFactor }) => t(`users.twoFactor.${twoFactor ? 'on' : 'off'}`),
    },
    {
      accessor: 'signIn',
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
  const columns = useColumns(role)
  const selected = useSelected({ role, filters })
  return (
    <>
      <PageHeader
        title={t(`users.title.${role}`)}
        description={t(`users.text.${role}`)}
        actions={<Buttons kind={role} />}
      />
      {role === 'admin' ? <AdminRequests /> : null}
      <Filters kind={role} search={search} onSearch={onSearch} />
      <ListTable
        list={lists[role]}
        search={search}
        onSearch={onSearch}
        validate={validateUserSearch}
        filters={filters}
        label={t(`users.title.${role}`)}
        query={query}
        columns={columns}
        empty={<EmptyState icon={IconUsers} title={t(`users.empty.${role}`)} />}
        onRowClick={({ id }) => onSearch({ ...search, open: id })}
        selection={{
          ...selected,
          label: ({ name }) => name,
          matching: { filter: filters, count: () => countUsers(role, filters) },
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
