import { ActionIcon, Badge, Group, Menu, Text, VisuallyHidden } from '@mantine/core'
import type { Member } from '@recado/contracts/companies/companies'
import { IconDotsVertical, IconPencil, IconUserMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { useSignedIn } from '#web/lib/session/session.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { presetOf } from './member-presets.ts'

export const MemberName = ({ member }: { member: Member }) => {
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

export const MemberActions = ({ member, onEdit, onRemove }: ActionsProps) => {
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

export const MemberCard = ({ member, children }: { member: Member; children: ReactNode }) => (
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

/** The columns of the member list; the last one holds the actions of those who may manage members. */
export const useMemberColumns = (actions: ((member: Member) => ReactNode) | null): DataTableColumn<Member>[] => {
  const { t } = useTranslation('companies/companies')
  const columns: DataTableColumn<Member>[] = [
    { accessor: 'name', title: t('column.person'), render: (member) => <MemberName member={member} /> },
    { accessor: 'role', title: t('column.access'), render: (member) => <MemberAccess member={member} /> },
    { accessor: 'teams', title: t('member.teams'), render: (member) => <Teams member={member} /> },
    { accessor: 'twoFactor', title: t('column.twoFactor'), render: (member) => <SecondFactor member={member} /> },
    { accessor: 'lastSeenAt', title: t('column.lastSeen'), render: (member) => <LastSeen member={member} /> },
  ]
  if (!actions) return columns
  const title = <VisuallyHidden>{t('common:actions')}</VisuallyHidden>
  return [...columns, { accessor: 'actions', title, width: 60, render: actions }]
}
