import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Member, removeMember } from '@recado/contracts/companies/companies'
import { IconUserPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { OwnHandsNote } from '#web/components/form/own-hands-note.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { useCan } from '#web/lib/session/session.ts'
import { companiesKey, membersKey, membersQuery } from './api.ts'
import { InvitationList } from './invitation-list.tsx'
import { InviteDrawer } from './invite-drawer.tsx'
import { MemberActions, MemberCard, MemberName, useMemberColumns } from './member-columns.tsx'
import { MemberDrawer } from './member-drawer.tsx'
import { type MemberSearch, validateMemberSearch } from './member-search.ts'
import { PermissionLegend, RoleTable, usePermissionColumns } from './permission-table.tsx'

const route = getRouteApi('/_app/companies/$id')
/** More people than fit on a screen can be searched. */
const searchFrom = 10

type View = NonNullable<MemberSearch['show']> | 'people'

const ViewSwitch = ({ view, onChange }: { view: View; onChange: (view: View) => void }) => {
  const { t } = useTranslation('companies/companies')
  return (
    <SegmentedControl<View>
      size="xs"
      aria-label={t('permissions.view')}
      value={view}
      onChange={onChange}
      data={[
        { value: 'people', label: t('permissions.people') },
        { value: 'permissions', label: t('permissions.title') },
      ]}
    />
  )
}

const InviteButton = ({ id }: { id: string }) => {
  const { t } = useTranslation('companies/companies')
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button leftSection={<IconUserPlus size={18} />} onClick={open}>
        {t('invite.title')}
      </Button>
      <InviteDrawer id={id} opened={opened} onClose={close} />
    </>
  )
}

const RemoveDialog = ({ id, member, onClose }: { id: string; member: Member | null; onClose: () => void }) => {
  const { t } = useTranslation('companies/companies')
  const queryClient = useQueryClient()
  const remove = async ({ id: memberId }: Member) => {
    await call(removeMember, { params: { id, memberId } })
    await queryClient.invalidateQueries({ queryKey: membersKey(id) })
  }
  return (
    <ConfirmDialog
      opened={member !== null}
      title={t('member.removeTitle', { name: member?.name })}
      confirmLabel={t('member.remove')}
      danger
      onClose={onClose}
      onConfirm={() => (member ? remove(member) : undefined)}
    >
      {t('member.removeText')}
    </ConfirmDialog>
  )
}

type ListProps = {
  id: string
  manage: boolean
  onEdit: (member: Member) => void
  onRemove: (member: Member) => void
}

/** The members as a list, or as a table of their permissions. */
const MemberList = ({ id, manage, onEdit, onRemove }: ListProps) => {
  const { t } = useTranslation('companies/companies')
  const navigate = route.useNavigate()
  const shown = validateMemberSearch(route.useSearch())
  const { show: view = 'people', ...place } = shown
  const query = useQuery(membersQuery(id, place))
  const searchable = (query.data?.data.length ?? 0) > searchFrom || Object.keys(place).length > 0
  const show = (next: MemberSearch) => void navigate({ search: { ...next, tab: 'members' }, replace: true })
  const actions = (member: Member) => <MemberActions member={member} onEdit={onEdit} onRemove={onRemove} />
  const columns = useMemberColumns(manage ? actions : null)
  const permissions = usePermissionColumns(id, (member) => <MemberName member={member} />, manage)
  const isMatrix = view === 'permissions'
  return (
    <>
      <ListPage
        title={t('tab.members')}
        order={2}
        actions={
          <>
            <ViewSwitch view={view} onChange={(next) => show(next === 'people' ? place : { ...place, show: next })} />
            {manage ? <InviteButton id={id} /> : null}
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
    </>
  )
}

/** Who belongs to the company, who is invited, and what they may do. */
export const MembersPanel = ({ id }: { id: string }) => {
  const manage = useCan()('members.manage')
  const [editing, setEditing] = useState<Member | null>(null)
  const [removing, setRemoving] = useState<Member | null>(null)
  useInvalidateOn(['member.updated'], [[...companiesKey, id]])
  return (
    <Stack gap="md">
      <MemberList id={id} manage={manage} onEdit={setEditing} onRemove={setRemoving} />
      <InvitationList id={id} manage={manage} />
      {editing ? (
        <MemberDrawer key={editing.id} companyId={id} member={editing} onClose={() => setEditing(null)} />
      ) : null}
      <RemoveDialog id={id} member={removing} onClose={() => setRemoving(null)} />
    </Stack>
  )
}
