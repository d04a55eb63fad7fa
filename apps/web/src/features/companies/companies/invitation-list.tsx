import { Badge, Button, Group, Text, VisuallyHidden } from '@mantine/core'
import { resendInvitation, revokeInvitation } from '@recado/contracts/companies/companies'
import { changeInvitations } from '@recado/contracts/companies/company-rules'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DataTableColumn } from '#web/components/table/data-table.tsx'
import { ListPage } from '#web/components/table/list-page.tsx'
import { useSelected } from '#web/components/table/table-selection.ts'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { call } from '#web/lib/api/api.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { type Invitation, invitationsQuery } from './api.ts'
import { presetOf } from './member-presets.ts'

const InvitationActions = ({ companyId, invitation }: { companyId: string; invitation: Invitation }) => {
  const { t } = useTranslation('companies/companies')
  const queryClient = useQueryClient()
  const params = { id: companyId, invitationId: invitation.id }
  const refresh = () => queryClient.invalidateQueries({ queryKey: invitationsQuery(companyId).queryKey })
  const resend = useMutation({
    mutationFn: () => call(resendInvitation, { params }),
    onSuccess: () => {
      toastSuccess(t('invite.resent', { email: invitation.email }))
      return refresh()
    },
  })
  const revoke = useMutation({
    mutationFn: () => call(revokeInvitation, { params }),
    onSuccess: () => {
      toastSuccess(t('invite.revoked', { email: invitation.email }))
      return refresh()
    },
  })
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <Button size="compact-sm" variant="light" loading={resend.isPending} onClick={() => resend.mutate()}>
        {t('invite.resend')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
        {t('invite.revoke')}
      </Button>
    </Group>
  )
}

const InvitationState = ({ invitation }: { invitation: Invitation }) => {
  const { t, i18n } = useTranslation('companies/companies')
  if (invitation.state === 'expired') {
    return (
      <Badge variant="light" color="clay">
        {t('invite.expired')}
      </Badge>
    )
  }
  return (
    <Text size="sm" c="dimmed">
      {t('invite.until', { date: day(invitation.expiresAt, i18n.language) })}
    </Text>
  )
}

type Change = { selection: BulkSelection; change: 'resend' | 'revoke' }

/** Sends chosen invitations again or withdraws them, and says what became of it. */
const useBulk = (companyId: string, onDone: () => void) => {
  const { t } = useTranslation('companies/companies')
  const queryClient = useQueryClient()
  const { show, dialog } = useBulkOutcome()
  const { mutate, isPending } = useMutation({
    mutationFn: (body: Change) => call(changeInvitations, { params: { id: companyId }, body }),
    onSuccess: (outcome) => {
      onDone()
      show(outcome)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: invitationsQuery(companyId).queryKey }),
  })
  const buttons = (selection: BulkSelection) => (
    <>
      <Button
        size="compact-sm"
        variant="light"
        loading={isPending}
        onClick={() => mutate({ selection, change: 'resend' })}
      >
        {t('invite.resend')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="red"
        loading={isPending}
        onClick={() => mutate({ selection, change: 'revoke' })}
      >
        {t('invite.revoke')}
      </Button>
    </>
  )
  return { buttons, dialog }
}

/** Invitations that wait for an answer; nothing when there are none. */
export const InvitationList = ({ id, manage }: { id: string; manage: boolean }) => {
  const { t } = useTranslation('companies/companies')
  const query = useQuery(invitationsQuery(id))
  const selected = useSelected(id)
  const bulk = useBulk(id, () => selected.onChange([]))
  if (query.isPending || query.data?.data.length === 0) return null
  const actions = (invitation: Invitation) => <InvitationActions companyId={id} invitation={invitation} />
  const access = (invitation: Invitation) => t(`preset.${presetOf(invitation.role, invitation.grants)}`)
  const columns: DataTableColumn<Invitation>[] = [
    { accessor: 'email', title: t('column.email') },
    { accessor: 'role', title: t('column.access'), render: access },
    {
      accessor: 'state',
      title: t('column.status'),
      render: (invitation) => <InvitationState invitation={invitation} />,
    },
    ...(manage
      ? [{ accessor: 'actions', title: <VisuallyHidden>{t('common:actions')}</VisuallyHidden>, render: actions }]
      : []),
  ]
  return (
    <>
      <ListPage
        title={t('invite.pending')}
        order={2}
        list="invitations"
        {...(manage ? {} : { exported: null })}
        label={t('invite.pending')}
        query={query}
        columns={columns}
        {...(manage ? { selection: { ...selected, label: ({ email }: Invitation) => email }, bulk: bulk.buttons } : {})}
        card={(invitation) => (
          <>
            <Group justify="space-between" wrap="nowrap">
              <div style={{ minWidth: 0 }}>
                <Text size="sm" fw={600} truncate>
                  {invitation.email}
                </Text>
                <Text size="xs" c="dimmed">
                  {access(invitation)}
                </Text>
              </div>
              <InvitationState invitation={invitation} />
            </Group>
            {manage ? actions(invitation) : null}
          </>
        )}
      />
      {bulk.dialog}
    </>
  )
}
