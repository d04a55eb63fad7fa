import { ActionIcon, Badge, Button, Group, Menu, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { leaveCompany } from '@recado/contracts/companies/companies'
import { keepOwnCompany } from '@recado/contracts/companies/company-rules'
import {
  IconArrowRight,
  IconBuildingStore,
  IconDotsVertical,
  IconLogout,
  IconPlus,
  IconSettings,
} from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { CountBadge } from '#web/components/feedback/count-badge.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { call } from '#web/lib/api/api.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { useCan, useSessionClient, useSignedIn } from '#web/lib/session/session.ts'
import { useSwitchCompany } from '#web/lib/session/use-switch-company.ts'
import { myCompaniesQuery } from '#web/queries/my-companies.ts'
import { companiesKey, type MyCompany } from './api.ts'

const CreateCompanyDrawer = lazyComponent(async () => (await import('./create-company-drawer.tsx')).CreateCompanyDrawer)

const statusColors = { active: 'petrol', trial: 'clay', past_due: 'red', suspended: 'red', deleting: 'gray' } as const

const CompanyName = ({ company }: { company: MyCompany }) => {
  const { t } = useTranslation()
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={company.name} src={company.logoUrl} color={company.color} radius="md" />
      <div style={{ minWidth: 0 }}>
        <Group gap={8} wrap="nowrap">
          <Text fw={600} size="sm" truncate>
            {company.name}
          </Text>
          {company.current ? (
            <Badge size="xs" variant="light">
              {t('companies/companies:current')}
            </Badge>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed">
          {t(`role.${company.role}`)}
        </Text>
      </div>
    </Group>
  )
}

const CompanyStatus = ({ company }: { company: MyCompany }) => {
  const { t } = useTranslation('companies/companies')
  return (
    <Badge variant="light" color={statusColors[company.status]}>
      {t(`status.${company.status}`)}
    </Badge>
  )
}

const Unread = ({ count }: { count: number }) =>
  count > 0 ? (
    <Group justify="flex-end">
      <CountBadge count={count} />
    </Group>
  ) : (
    '–'
  )

const KeepButton = ({ company }: { company: MyCompany }) => {
  const { t, i18n } = useTranslation('companies/companies')
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const keep = useMutation({
    mutationFn: () => call(keepOwnCompany, { params: { id: company.id } }),
    onSuccess: async () => {
      await session.refetch()
      await queryClient.invalidateQueries({ queryKey: myCompaniesQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: companiesKey })
    },
  })
  if (!company.deletionAt || !company.owner) return null
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={keep.isPending}
      title={t('danger.deletes', { date: day(company.deletionAt, i18n.language) })}
      onClick={() => keep.mutate()}
    >
      {t('danger.keep')}
    </Button>
  )
}

type ActionsProps = { company: MyCompany; onOpen: (company: MyCompany) => void; onLeave: (company: MyCompany) => void }

const CompanyActions = ({ company, onOpen, onLeave }: ActionsProps) => {
  const { t } = useTranslation('companies/companies')
  const { admin_user } = useSignedIn()
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <KeepButton company={company} />
      <Button
        size="compact-sm"
        variant="light"
        rightSection={company.current ? <IconSettings size={15} /> : <IconArrowRight size={15} />}
        onClick={() => onOpen(company)}
      >
        {t(company.current ? 'settings' : 'open')}
      </Button>
      {admin_user ? null : (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('actionsOf', { name: company.name })}>
              <IconDotsVertical size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item color="red" leftSection={<IconLogout size={16} />} onClick={() => onLeave(company)}>
              {t('leave')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  )
}

const useOpenCompany = () => {
  const switchTo = useSwitchCompany()
  const navigate = useNavigate()
  return async (company: MyCompany) => {
    if (company.current) await navigate({ to: '/companies/$id', params: { id: company.id } })
    else if (await switchTo(company.id, company.name)) await navigate({ to: '/dashboard' })
  }
}

/** My companies: open one, change its settings, leave it, make another. */
export const CompaniesPage = () => {
  const { t, i18n } = useTranslation('companies/companies')
  const number = new Intl.NumberFormat(i18n.language)
  const can = useCan()
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const query = useQuery({ ...myCompaniesQuery, select: ({ companies }) => ({ data: companies }) })
  const open = useOpenCompany()
  const [leaving, setLeaving] = useState<MyCompany | null>(null)
  const [creating, { open: startCreating, close: stopCreating }] = useDisclosure(false)

  const columns: DataTableColumn<MyCompany>[] = [
    { accessor: 'name', title: t('column.name'), render: (company) => <CompanyName company={company} /> },
    { accessor: 'status', title: t('column.status'), render: (company) => <CompanyStatus company={company} /> },
    {
      accessor: 'members',
      title: t('column.members'),
      textAlign: 'right',
      render: ({ members }) => number.format(members),
    },
    {
      accessor: 'channels',
      title: t('column.channels'),
      textAlign: 'right',
      render: ({ channels }) => number.format(channels),
    },
    {
      accessor: 'unread',
      title: t('column.unread'),
      textAlign: 'right',
      render: ({ unread }) => <Unread count={unread} />,
    },
    {
      accessor: 'actions',
      title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
      render: (company) => <CompanyActions company={company} onOpen={(it) => void open(it)} onLeave={setLeaving} />,
    },
  ]

  const leave = async (company: MyCompany) => {
    await call(leaveCompany, { params: { id: company.id } })
    await session.refetch()
    await queryClient.invalidateQueries({ queryKey: myCompaniesQuery.queryKey })
  }

  const create = can('companies.create') ? (
    <Button leftSection={<IconPlus size={18} />} onClick={startCreating}>
      {t('create')}
    </Button>
  ) : undefined

  return (
    <>
      <ListPage
        title={t('title')}
        count={query.data?.data.length}
        list="companies"
        actions={query.data?.data.length ? create : undefined}
        label={t('title')}
        query={query}
        columns={columns}
        empty={
          <EmptyState icon={IconBuildingStore} title={t('emptyTitle')} description={t('emptyText')} action={create} />
        }
        card={(company) => (
          <>
            <Group justify="space-between" wrap="nowrap">
              <CompanyName company={company} />
              <CompanyStatus company={company} />
            </Group>
            <Group justify="space-between" mt={4}>
              <Text size="xs" c="dimmed">
                {t('summary', { members: company.members, channels: company.channels })}
              </Text>
              <CompanyActions company={company} onOpen={(it) => void open(it)} onLeave={setLeaving} />
            </Group>
          </>
        )}
      />
      {creating ? <CreateCompanyDrawer onClose={stopCreating} /> : null}
      <ConfirmDialog
        opened={leaving !== null}
        title={t('leaveTitle', { name: leaving?.name })}
        confirmLabel={t('leave')}
        danger
        onClose={() => setLeaving(null)}
        onConfirm={() => (leaving ? leave(leaving) : undefined)}
      >
        {t('leaveText')}
      </ConfirmDialog>
    </>
  )
}
