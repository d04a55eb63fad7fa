import { Button, Group, Menu, Paper, Table, Text, Title, Tooltip, UnstyledButton } from '@mantine/core'
import { type AccessBlock, type MemberGrant, memberGrants } from '@recado/contracts/abilities'
import { type Member, updateMember } from '@recado/contracts/companies/companies'
import { keysOf } from '@recado/contracts/shared/keys'
import { IconCheck, IconChevronDown, IconLock, IconMinus, IconShieldCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { useUndoToast } from '#web/components/feedback/undo-toast.tsx'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { call } from '#web/lib/api/api.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'
import { membersKey } from './api.ts'
import { accessOf, type Preset, presetGrants, presetOf, presets } from './member-presets.ts'
import classes from './permission-table.module.css'

type Access = { role: Member['role']; grants: MemberGrant[] }
/** A change of a member's access and its inverse, both computed from the access at the time of saving. */
type AccessChange = { to: (now: Access) => Access; back: (now: Access) => Access }

const withGrant = (grant: MemberGrant) => (now: Access) => ({ ...now, grants: [...new Set([...now.grants, grant])] })
const withoutGrant = (grant: MemberGrant) => (now: Access) => ({
  ...now,
  grants: now.grants.filter((one) => one !== grant),
})

const grantsOf = ({ grants }: Member): MemberGrant[] => memberGrants.filter((grant) => grants.includes(grant))

/** The feature that a company needs for a permission to have any effect. */
const neededBlock: Partial<Record<MemberGrant, AccessBlock>> = {
  'templates.write': 'integrations',
  'team.lead': 'whatsapp_chat',
  'campaigns.write': 'bulk_sending',
  'campaigns.launch': 'bulk_sending',
  'agents.write': 'smart_agent',
  'automations.write': 'automations',
}

const grantKey = (grant: MemberGrant) => `grant.${grant.replace('.', '_')}` as 'grant.team_lead'

const icons = {
  all: <IconShieldCheck size={18} aria-hidden="true" />,
  given: <IconCheck size={18} aria-hidden="true" />,
  none: <IconMinus size={16} aria-hidden="true" />,
  missing: <IconLock size={15} aria-hidden="true" />,
} as const
type Mark = keyof typeof icons

/** What the marks of the table mean. */
export const PermissionLegend = () => {
  const { t } = useTranslation('companies/companies')
  return (
    <Group component="ul" gap="lg" mb="sm" className={classes.legend ?? ''} aria-label={t('permissions.legend')}>
      {keysOf(icons).map((mark) => (
        <li key={mark}>
          <span className={classes.mark} data-mark={mark}>
            {icons[mark]}
          </span>
          {t(`permissions.mark.${mark}`)}
        </li>
      ))}
    </Group>
  )
}

/** Saves a member's permissions at once, and offers Undo. */
const useAccessChange = (companyId: string) => {
  const { t } = useTranslation('companies/companies')
  const queryClient = useQueryClient()
  const offerUndo = useUndoToast()
  const latest = (member: Member): Member =>
    queryClient
      .getQueriesData<{ data: Member[] }>({ queryKey: membersKey(companyId) })
      .flatMap(([, page]) => page?.data ?? [])
      .find(({ id }) => id === member.id) ?? member
  const save = useMutation({
    // Changes run one after the other, each based on the result of the previous one.
    scope: { id: 'member-access' },
    mutationFn: ({ member, change }: { member: Member; change: (now: Access) => Access }) => {
      const now = latest(member)
      const body = change({ role: now.role, grants: grantsOf(now) })
      return call(updateMember, { params: { id: companyId, memberId: member.id }, body })
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: membersKey(companyId) }),
        queryClient.invalidateQueries({ queryKey: companySettingsKey }),
      ]),
  })
  return async (member: Member, { to, back }: AccessChange, message: string): Promise<void> => {
    await save.mutateAsync({ member, change: to })
    offerUndo({
      message: t('permissions.saved', { name: member.name, what: message }),
      undo: () => save.mutate({ member, change: back }),
    })
  }
}

const Role = ({ member, onChange }: { member: Member; onChange: (preset: Preset) => void }) => {
  const { t } = useTranslation('companies/companies')
  const now = presetOf(member.role, member.grants)
  return (
    <Menu position="bottom-start" width={300}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          rightSection={<IconChevronDown size={14} />}
          aria-label={t('permissions.roleOf', { name: member.name, role: t(`preset.${now}`) })}
        >
          {t(`preset.${now}`)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {presets
          .filter((preset) => preset !== 'custom')
          .map((preset) => (
            <Menu.Item
              key={preset}
              leftSection={preset === now ? <IconCheck size={16} /> : <span className={classes.noCheck} />}
              onClick={() => onChange(preset)}
            >
              <Text size="sm">{t(`preset.${preset}`)}</Text>
              <Text size="xs" c="dimmed">
                {t(`presetText.${preset}`)}
              </Text>
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type CellProps = { member: Member; grant: MemberGrant; manage: boolean; isMissing: boolean; onToggle: () => void }

const Cell = ({ member, grant, manage, isMissing, onToggle }: CellProps) => {
  const { t } = useTranslation('companies/companies')
  const isGiven = member.grants.includes(grant)
  const mark: Mark = member.role === 'admin' ? 'all' : isMissing ? 'missing' : isGiven ? 'given' : 'none'
  const what = t('permissions.cell', { name: member.name, grant: t(grantKey(grant)) })
  const words = `${what}: ${t(`permissions.mark.${mark}`)}`
  if (!manage || mark === 'all' || mark === 'missing')
    return (
      <span className={classes.mark} data-mark={mark} role="img" aria-label={words} title={words}>
        {icons[mark]}
      </span>
    )
  return (
    <UnstyledButton
      className={classes.cell ?? ''}
      role="switch"
      aria-checked={isGiven}
      aria-label={what}
      title={words}
      onClick={onToggle}
    >
      <span className={classes.mark} data-mark={mark}>
        {icons[mark]}
      </span>
    </UnstyledButton>
  )
}

const Heading = ({ grant }: { grant: MemberGrant }) => {
  const { t } = useTranslation('companies/companies')
  return (
    <Tooltip label={t(grantKey(grant))}>
      <span className={classes.heading}>{t(`permissions.short.${grant.replace('.', '_')}`)}</span>
    </Tooltip>
  )
}

type RoleQuestionProps = {
  asked: { member: Member; preset: Preset } | null
  onSave: (member: Member, preset: Preset) => Promise<void>
  onClose: () => void
}

/** Asks for confirmation before granting or revoking the admin role. */
const RoleQuestion = ({ asked, onSave, onClose }: RoleQuestionProps) => {
  const { t } = useTranslation('companies/companies')
  const { user } = useSignedIn()
  const isPromotion = asked?.preset === 'admin'
  const isOwn = asked?.member.userId === user.id
  const role = asked ? t(`preset.${asked.preset}`) : ''
  return (
    <ConfirmDialog
      opened={asked !== null}
      title={t(isPromotion ? 'permissions.promote' : 'permissions.demote', { name: asked?.member.name })}
      confirmLabel={t(isPromotion ? 'permissions.promoteConfirm' : 'permissions.demoteConfirm')}
      danger={!isPromotion}
      onClose={onClose}
      onConfirm={() => (asked ? onSave(asked.member, asked.preset) : undefined)}
    >
      {isPromotion
        ? t('permissions.promoteText')
        : t(isOwn ? 'permissions.demoteOwnText' : 'permissions.demoteText', { role })}
    </ConfirmDialog>
  )
}

/** The mutation cache shows the error as a toast. */
const toldByToast = () => {}

/** Columns with each member's permissions, one clickable mark per cell, and the role that sets all of them. */
export const usePermissionColumns = (
  companyId: string,
  name: (member: Member) => ReactNode,
  manage: boolean,
): { columns: DataTableColumn<Member>[]; dialog: ReactNode; card: (member: Member) => ReactNode } => {
  const { t } = useTranslation('companies/companies')
  const { user } = useSignedIn()
  const change = useAccessChange(companyId)
  const [asked, setAsked] = useState<{ member: Member; preset: Preset } | null>(null)
  const blocks = user.currentCompany?.access_blocks ?? []
  const isMissing = (grant: MemberGrant) => {
    const block = neededBlock[grant]
    return block !== undefined && !blocks.includes(block)
  }
  const saveRole = (member: Member, preset: Preset) =>
    change(
      member,
      { to: () => accessOf(preset, []), back: () => ({ role: member.role, grants: grantsOf(member) }) },
      t(`preset.${preset}`),
    )
  const setRole = (member: Member, preset: Preset) => {
    if ((preset === 'admin') === (member.role === 'admin')) void saveRole(member, preset).catch(toldByToast)
    else setAsked({ member, preset })
  }
  const toggle = (member: Member, grant: MemberGrant) => {
    const isGiven = member.grants.includes(grant)
    const [give, take] = [withGrant(grant), withoutGrant(grant)]
    const what = t(isGiven ? 'permissions.taken' : 'permissions.given', { grant: t(grantKey(grant)) })
    void change(member, isGiven ? { to: take, back: give } : { to: give, back: take }, what).catch(toldByToast)
  }
  // The owner's access changes only when ownership is transferred.
  const mayChange = (member: Member) => manage && !member.owner
  const cell = (member: Member, grant: MemberGrant) => (
    <Cell
      member={member}
      grant={grant}
      manage={mayChange(member)}
      isMissing={isMissing(grant)}
      onToggle={() => toggle(member, grant)}
    />
  )
  const role = (member: Member) =>
    mayChange(member) ? (
      <Role member={member} onChange={(preset) => setRole(member, preset)} />
    ) : (
      <Text size="sm">{t(`preset.${presetOf(member.role, member.grants)}`)}</Text>
    )
  const columns: DataTableColumn<Member>[] = [
    { accessor: 'name', title: t('column.person'), render: name },
    { accessor: 'role', title: t('permissions.role'), width: 134, render: role },
    ...memberGrants.map((grant) => ({
      accessor: grant,
      title: <Heading grant={grant} />,
      width: 31,
      textAlign: 'center' as const,
      cellsClassName: classes.narrow ?? '',
      titleClassName: classes.title ?? '',
      render: (member: Member) => cell(member, grant),
    })),
  ]
  const card = (member: Member) => (
    <>
      {name(member)}
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {t('permissions.role')}
        </Text>
        {role(member)}
      </Group>
      {memberGrants.map((grant) => (
        <Group key={grant} justify="space-between" wrap="nowrap">
          <Text size="sm">{t(grantKey(grant))}</Text>
          {cell(member, grant)}
        </Group>
      ))}
    </>
  )
  return { columns, dialog: <RoleQuestion asked={asked} onSave={saveRole} onClose={() => setAsked(null)} />, card }
}

/** Compares the permissions of the roles. */
export const RoleTable = () => {
  const { t } = useTranslation('companies/companies')
  const roles = presets.filter((preset) => preset !== 'custom')
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="roles-title">
      <Title order={2} fz="md" mb="xs" id="roles-title">
        {t('permissions.roles')}
      </Title>
      <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-labelledby="roles-title" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('permissions.what')}</Table.Th>
              {roles.map((role) => (
                <Table.Th key={role} scope="col" ta="center">
                  {t(`preset.${role}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {memberGrants.map((grant) => (
              <Table.Tr key={grant}>
                <Table.Th scope="row" fw={400}>
                  {t(grantKey(grant))}
                </Table.Th>
                {roles.map((role) => {
                  const mark: Mark = role === 'admin' ? 'all' : presetGrants[role].includes(grant) ? 'given' : 'none'
                  return (
                    <Table.Td key={role} ta="center">
                      <span
                        className={classes.mark}
                        data-mark={mark}
                        role="img"
                        aria-label={t(`permissions.mark.${mark}`)}
                      >
                        {icons[mark]}
                      </span>
                    </Table.Td>
                  )
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  )
}
