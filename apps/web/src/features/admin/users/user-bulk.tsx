import { Button, Select, Text } from '@mantine/core'
import { changeUsers, type UserBulkChange } from '@recado/contracts/admin/users'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReasonField } from '#web/components/form/reason-field.tsx'
import { BulkDialog } from '#web/components/table/bulk-dialog.tsx'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { call } from '#web/lib/api/api.ts'
import { adminKey } from '#web/queries/admin.ts'
import type { Role } from './api.ts'

const actions = ['suspend', 'reactivate', 'role', 'revoke_sessions'] as const
type Action = (typeof actions)[number]

const changeOf = (action: Action, reason: string, role: 'customer' | 'support'): UserBulkChange => {
  if (action === 'revoke_sessions') return { action }
  return action === 'role' ? { action, role, reason } : { action, reason }
}

type Props = { kind: Role; selection: BulkSelection; onDone: () => void }

/** What can be done with the people who were chosen. */
export const UserBulk = ({ kind, selection, onDone }: Props) => {
  const { t } = useTranslation('admin/accounts')
  const client = useQueryClient()
  const outcome = useBulkOutcome()
  const [asking, setAsking] = useState<Action | null>(null)
  const [reason, setReason] = useState('')
  const [role, setRole] = useState<'customer' | 'support'>(kind === 'customer' ? 'support' : 'customer')
  const needsReason = asking !== 'revoke_sessions'
  return (
    <>
      {actions.map((action) => (
        <Button
          key={action}
          size="compact-sm"
          variant="light"
          color={action === 'suspend' ? 'red' : 'petrol'}
          onClick={() => setAsking(action)}
        >
          {t(`users.bulk.${action}`)}
        </Button>
      ))}
      {asking ? (
        <BulkDialog
          title={t(`users.bulk.${asking}`)}
          submitLabel={t(`users.bulk.${asking}`)}
          ready={!needsReason || reason.trim().length >= 3}
          run={() =>
            call(changeUsers, { body: { role: kind, selection, change: changeOf(asking, reason.trim(), role) } })
          }
          onOutcome={(done) => {
            outcome.show(done)
            void client.invalidateQueries({ queryKey: adminKey })
            if (done.skipped.length === 0) onDone()
          }}
          onClose={() => setAsking(null)}
        >
          <Text size="sm">{t(`users.bulkText.${asking}`)}</Text>
          {asking === 'role' ? (
            <Select
              label={t('field.role')}
              allowDeselect={false}
              value={role}
              data={(['customer', 'support'] as const).map((value) => ({ value, label: t(`role.${value}`) }))}
              onChange={(value) => setRole(value === 'support' ? 'support' : 'customer')}
            />
          ) : null}
          {needsReason ? (
            <ReasonField least={3} value={reason} onChange={(event) => setReason(event.currentTarget.value)} />
          ) : null}
        </BulkDialog>
      ) : null}
      {outcome.dialog}
    </>
  )
}
