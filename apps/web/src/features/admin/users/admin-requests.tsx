import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type AdminRequest, decideAdminRequest } from '@recado/contracts/admin/users'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { call } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { adminKey } from '#web/queries/admin.ts'
import { adminRequestsQuery } from './api.ts'
import classes from './users.module.css'

type Decision = 'approved' | 'refused' | 'withdrawn'
const colors = { approved: 'petrol', refused: 'red', withdrawn: 'gray', expired: 'gray' } as const

const Row = ({ request, onDecide }: { request: AdminRequest; onDecide: (decision: Decision) => void }) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const own = useSignedIn().user.id === request.requestedBy.id
  const choices: Decision[] = own ? ['withdrawn'] : ['approved', 'refused']
  return (
    <li>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div style={{ minWidth: 0, flex: 1 }}>
          <Text size="sm" fw={600}>
            {request.name} · {request.email}
          </Text>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {request.reason}
          </Text>
          <Text size="xs" c="dimmed">
            {request.requestedBy.name} · <RelativeTime value={request.createdAt} />
            {request.decision
              ? null
              : ` · ${t('adminRequest.until', { until: dateTime(request.expiresAt, i18n.language) })}`}
          </Text>
        </div>
        {request.decision ? (
          <Badge variant="light" color={colors[request.decision]}>
            {t(`adminRequest.decision.${request.decision}`)}
          </Badge>
        ) : (
          <Group gap={6}>
            {choices.map((decision) => (
              <Button
                key={decision}
                size="compact-sm"
                variant={decision === 'approved' ? 'filled' : 'light'}
                color={decision === 'refused' ? 'red' : 'petrol'}
                onClick={() => onDecide(decision)}
              >
                {t(`adminRequest.do.${decision}`)}
              </Button>
            ))}
          </Group>
        )}
      </Group>
    </li>
  )
}

const SHOWN = 5

/** Who is to become an admin and waits for a second yes, and what became of the last requests. */
export const AdminRequests = () => {
  const { t } = useTranslation('admin/accounts')
  const client = useQueryClient()
  const { data } = useQuery(adminRequestsQuery)
  const [asking, setAsking] = useState<{ request: AdminRequest; decision: Decision } | null>(null)
  const waiting = data?.data.filter(({ decision }) => decision === null) ?? []
  const decided = data?.data.filter(({ decision }) => decision !== null).slice(0, SHOWN) ?? []
  if (waiting.length + decided.length === 0) return null
  const decide = async () => {
    if (!asking) return
    await call(decideAdminRequest, { params: { id: asking.request.id }, body: { decision: asking.decision } })
    await client.invalidateQueries({ queryKey: adminKey })
    toastSuccess(t(`adminRequest.decision.${asking.decision}`))
  }
  return (
    <Paper component="section" withBorder p="md" mb="md" aria-label={t('adminRequest.title')}>
      <Stack gap="sm">
        <Title order={2} fz="md">
          {t('adminRequest.title')}
        </Title>
        <ul className={classes.list}>
          {[...waiting, ...decided].map((request) => (
            <Row key={request.id} request={request} onDecide={(decision) => setAsking({ request, decision })} />
          ))}
        </ul>
      </Stack>
      <ConfirmDialog
        opened={asking !== null}
        title={asking ? t(`adminRequest.do.${asking.decision}`) : ''}
        confirmLabel={asking ? t(`adminRequest.do.${asking.decision}`) : ''}
        danger={asking?.decision === 'refused'}
        onClose={() => setAsking(null)}
        onConfirm={decide}
      >
        {asking ? t(`adminRequest.sure.${asking.decision}`, { name: asking.request.name }) : null}
      </ConfirmDialog>
    </Paper>
  )
}
