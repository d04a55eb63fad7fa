import { ActionIcon, Badge, Button, Group, Menu, SegmentedControl, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Member, removeMember } from '@recado/contracts/companies/companies'
import { IconDotsVertical, IconPencil, IconUserMinus, IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { OwnHandsNote } from '#web/components/form/own-hands-note.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan, useSignedIn } from '#web/lib/session/session.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { companiesKey, membersKey, membersQuery } from './api.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteDrawer } from './invite-drawer.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { presetOf } from './member-presets.ts'
import { type MemberSearch, validateMemberSearch } from './member-search.ts'
import { PermissionLegend, RoleTable, usePermissionColumns } from './permission-table.tsx'

const route = getRouteApi('/_app/companies/$id')
/** More people than fit on a screen can be searched. */
const searchFrom = 10

const MemberName = ({ member }: { member: Member }) => {
  const { t } = useTranslation('companies/companies')
  const { user } = useSignedIn()
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar name={member.name} src={member.avatarUrl} />
      <div style={{ minWidth: 0 }}>
        <Group gap={8} wrap="nowrap">
          <Text fw={600} size="sm" truncate>
            {member.name}
          </Text>
          {member.userId === user.id ? (
            <Badge size="xs" variant="light">
              {t('member.you')}
            </Badge>
          ) : null}
        </Group>
        <Text size="xs" c="dimmed" truncate>
          {member.email}
        </Text>
      </div>
    </Group>
  )
}

const MemberAccess = ({ member }: { member: Member }) => {
  const { t } = useTranslation('companies/companies')
  return (
    <Text size="sm">
      {t(`preset.${presetOf(member.role, member.grants)}`)}
      {member.status === 'new' ? ` · ${t('member.new')}` : ''}
    </Text>
  )
}

const LastSeen = ({ member }: { member: Member }) => {
  const { t } = useTranslation()
  return (
    <Text size="sm" c="dimmed" component="span">
      {member.lastSeenAt ? <RelativeTime value={member.lastSeenAt} /> : t('never')}
    </Text>
  )
}

const SecondFactor = ({ member, named = false }: { member: Member; named?: boolean }) => {
  const { t } = useTranslation('companies/companies')
  return (
    <Badge variant="light" color={member.twoFactor ? 'petrol' : 'gray'}>
      {named ? `${t('column.twoFactor')}: ` : ''}
      {t(member.twoFactor ? 'member.twoFactorOn' : 'member.twoFactorOff')}
    </Badge>
  )
}

const Teams = ({ member }: { member: Member }) => {
  const teams = useQuery(teamsQuery).data?.data ?? []
  const names = teams.filter(({ id }) => member.teamIds.includes(id)).map(({ name }) => name)
  return (
    <Text size="sm" lineClamp={2}>
      {names.length > 0 ? names.join(', ') : '–'}
    </Text>
  )
}

type ActionsProps = { member: Member; onEdit: (member: Member) => void; onRemove: (member: Member) => void }

const MemberActions = ({ member, onEdit, onRemove }: ActionsProps) => {
  const { t } = useTranslation('companies/companies')
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('actionsOf', { name: member.name })}>
          <IconDotsVertical size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => onEdit(member)}>
          {t('member.edit')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconUserMinus size={16} />} onClick={() => onRemove(member)}>
          {t('member.remove')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const MemberCard = ({ member, children }: { member: Member; children: ReactNode }) => (
  <Group justify="space-between" wrap="nowrap">
    <div style={{ minWidth: 0 }}>
      <MemberName member={member} />
      <Group gap={6} mt={4}>
        <MemberAccess member={member} />
        {member.lastSeenAt ? (
          <Text c="dimmed" size="sm">
            · <LastSeen member={member} />
          </Text>
        ) : null}
        <SecondFactor member={member} named />
      </Group>
    </div>
    {children}
  </Group>
)

/** Who belongs to the company, who is invited, and what they may do. */
export const MembersPanel = ({ id }: { id: string }) => {
  const { t } = useTranslation('companies/companies')
  const can = useCan()
  const queryClient = useQueryClient()
  const navigate = route.useNavigate()
  const shown = validateMemberSearch(route.useSearch())
  const { show: view, ...place } = shown
  const query = useQuery(membersQuery(id, place))
  const searchable = (query.data?.data.length ?? 0) > searchFrom || Object.keys(place).length > 0
  const show = (next: MemberSearch) => void navigate({ search: { ...next, tab: 'members' }, replace: true })
  const [editing, setEditing] = useState<Member | null>(null)
  const [removing, setRemoving] = useState<Member | null>(null)
  const [inviting, { open: invite, close: stopInviting }] = useDisclosure(false)
  const manage = can('members.manage')
  useInvalidateOn(['member.updated'], [[...companiesKey, id]])

  const actions = (member: Member) => <MemberActions member={member} onEdit={setEditing} onRemove={setRemoving} />
  const columns: DataTableColumn<Member>[] = [
    { accessor: 'name', title: t('column.person'), render: (member) => <MemberName member={member} /> },
    { accessor: 'role', title: t('column.access'), render: (member) => <MemberAccess member={member} /> },
    { accessor: 'teams', title: t('member.teams'), render: (member) => <Teams member={member} /> },
    { accessor: 'twoFactor', title: t('column.twoFactor'), render: (member) => <SecondFactor member={member} /> },
    { accessor: 'lastSeenAt', title: t('column.lastSeen'), render: (member) => <LastSeen member={member} /> },
    ...(manage
      ? [
          {
            accessor: 'actions',
            title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>,
            width: 60,
            render: actions,
          },
        ]
      : []),
  ]
  const permissions = usePermissionColumns(id, (member) => <MemberName member={member} />, manage)
  const isMatrix = view === 'permissions'
  const remove = async (member: Member) => {
    await call(removeMember, { params: { id, memberId: member.id } })
    await queryClient.invalidateQueries({ queryKey: membersKey(id) })
  }

  return (
    <Stack gap="md">
      <ListPage
        title={t('tab.members')}
        order={2}
        actions={
          <>
            <SegmentedControl
              size="xs"
              aria-label={t('permissions.view')}
              value={isMatrix ? 'permissions' : 'people'}
              onChange={(value) => show({ ...place, ...(value === 'permissions' ? { show: value } : {}) })}
              data={[
                { value: 'people', label: t('permissions.people') },
                { value: 'permissions', label: t('permissions.title') },
              ]}
            />
            {manage ? (
              <Button leftSection={<IconUserPlus size={18} />} onClick={invite}>
                {t('invite.title')}
              </Button>
            ) : null}
          </>
        }
        search={shown}
        onSearch={show}
        validate={validateMemberSearch}
        filters={{ search: shown.search }}
        find={searchable ? { name: 'search', label: t('member.search'), least: 1 } : undefined}
        notice={
          <>
            {manage ? null : <OwnHandsNote />}
            {isMatrix ? <PermissionLegend /> : null}
          </>
        }
        {...(manage ? {} : { exported: null })}
        label={t('tab.members')}
        query={query}
        {...(isMatrix
          ? { columns: permissions.columns, card: permissions.card }
          : {
              list: 'members' as const,
              columns,
              card: (member: Member) => <MemberCard member={member}>{manage ? actions(member) : null}</MemberCard>,
            })}
      />
      {permissions.dialog}
      {isMatrix ? <RoleTable /> : null}
      <InvitationList id={id} manage={manage} />
      <InviteDrawer id={id} opened={inviting} onClose={stopInviting} />
      {editing ? (
        <MemberDrawer key={editing.id} companyId={id} member={editing} onClose={() => setEditing(null)} />
      ) : null}
      <ConfirmDialog
        opened={removing !== null}
        title={t('member.removeTitle', { name: removing?.name })}
        confirmLabel={t('member.remove')}
        danger
        onClose={() => setRemoving(null)}
        onConfirm={() => (removing ? remove(removing) : undefined)}
      >
        {t('member.removeText')}
      </ConfirmDialog>
    </Stack>
  )
}
