import { Alert, Button, Select, Skeleton, Stack, Text } from '@mantine/core'
import { type AccessBlock, accessBlocks } from '@recado/contracts/abilities'
import { changeAccessOfMany, previewAccessOfMany } from '@recado/contracts/companies/company-access'
import type { BulkSelection } from '@recado/contracts/shared/lists'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BulkDialog } from '#web/components/table/bulk-dialog.tsx'
import { useBulkOutcome } from '#web/components/table/use-bulk-outcome.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { adminKey } from '#web/queries/admin.ts'
import { AccessTerms, endOf } from './access-terms.tsx'
import type { AccessChange } from './api.ts'

const effects = ['grant', 'revoke', 'clear'] as const
type Wanted = { selection: BulkSelection; block: AccessBlock; effect: AccessChange['effect'] }

const Preview = ({ wanted }: { wanted: Wanted }) => {
  const { t } = useTranslation(['admin/accounts', 'errors'])
  const { data, error } = useQuery({
    queryKey: [...adminKey, 'preview-many', wanted],
    queryFn: () => call(previewAccessOfMany, { body: wanted }),
    staleTime: 0,
  })
  if (error) return <Alert color="red">{errorText(t, error)}</Alert>
  if (!data) return <Skeleton height={64} radius="md" />
  const changed = data.gaining + data.losing
  return (
    <Stack gap={4} role="status">
      <Text size="sm" fw={600}>
        {t('access.bulkChanged', { count: changed, all: data.companies })}
      </Text>
      {data.losing > 0 ? (
        <Text size="sm" c="red">
          {t('access.bulkLoses', { count: data.losing })}{' '}
          {t('access.touches', { channels: data.channels, conversations: data.openConversations })}
        </Text>
      ) : null}
      {data.names.length > 0 ? (
        <Text size="xs" c="dimmed">
          {data.names.join(', ')}
          {changed > data.names.length ? ' …' : ''}
        </Text>
      ) : null}
    </Stack>
  )
}

type DialogProps = { selection: BulkSelection; effect: Wanted['effect']; onDone: () => void; onClose: () => void }

const AccessBulkDialog = ({ selection, effect, onDone, onClose }: DialogProps) => {
  const { t } = useTranslation('admin/accounts')
  const client = useQueryClient()
  const outcome = useBulkOutcome()
  const [block, setBlock] = useState<AccessBlock>('integrations')
  const [reason, setReason] = useState('')
  const [days, setDays] = useState('')
  const wanted = { selection, block, effect }
  return (
    <>
      <BulkDialog
        title={t(`access.${effect}`)}
        submitLabel={t('access.apply')}
        ready={reason.trim().length >= 3}
        run={() => call(changeAccessOfMany, { body: { ...wanted, reason: reason.trim(), expiresAt: endOf(days) } })}
        onOutcome={(done) => {
          outcome.show(done)
          void client.invalidateQueries({ queryKey: adminKey })
          if (done.skipped.length === 0) onDone()
        }}
        onClose={onClose}
      >
        <Select
          label={t('column.access')}
          allowDeselect={false}
          value={block}
          data={accessBlocks.map((value) => ({ value, label: t(`common:blocks.${value}`) }))}
          onChange={(value) => setBlock(accessBlocks.find((known) => known === value) ?? block)}
        />
        <Preview wanted={wanted} />
        <AccessTerms reason={reason} onReason={setReason} days={days} onDays={setDays} />
      </BulkDialog>
      {outcome.dialog}
    </>
  )
}

/** Granting a block to the companies that were chosen, or taking it away. */
export const AccessBulk = ({ selection, onDone }: { selection: BulkSelection; onDone: () => void }) => {
  const { t } = useTranslation('admin/accounts')
  const [asking, setAsking] = useState<Wanted['effect'] | null>(null)
  return (
    <>
      {effects.map((effect) => (
        <Button key={effect} size="compact-sm" variant="light" onClick={() => setAsking(effect)}>
          {t(`access.${effect}`)}
        </Button>
      ))}
      {asking ? (
        <AccessBulkDialog selection={selection} effect={asking} onDone={onDone} onClose={() => setAsking(null)} />
      ) : null}
    </>
  )
}
