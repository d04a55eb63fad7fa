import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import {
  moveWebhookIntegration,
  previewWebhookMove,
  type WebhookIntegrationDetail,
} from '@recado/contracts/integrations/webhook-integrations'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { LazyModal } from '#web/components/form/lazy-windows.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { mayLeave } from '#web/lib/ui/unsaved.ts'
import { webhookIntegrationsQuery } from '#web/queries/webhook-integrations.ts'
import { webhookIntegrationQuery, webhookSamplesQuery } from './api.ts'
import { MapChanges } from './map-changes.tsx'
import { useLanguage } from './use-language.ts'

type Props = { system: WebhookIntegrationDetail }

const MoveDialog = ({ system: { id, version }, onClose }: Props & { onClose: () => void }) => {
  const { t } = useTranslation(['integrations/webhooks', 'errors'])
  const language = useLanguage()
  const queryClient = useQueryClient()
  const preview = useQuery({
    queryKey: [...webhookIntegrationQuery(id).queryKey, 'move', version],
    queryFn: ({ signal }) => call(previewWebhookMove, { params: { id } }, { signal }),
  })
  const move = useMutation({
    mutationFn: (to: number) => call(moveWebhookIntegration, { params: { id }, body: { to, version } }),
    meta: { quiet: true },
    onSuccess: (changed) => {
      queryClient.setQueryData(webhookIntegrationQuery(id).queryKey, changed)
      void queryClient.invalidateQueries({ queryKey: webhookSamplesQuery(id).queryKey })
      void queryClient.invalidateQueries({ queryKey: webhookIntegrationsQuery.queryKey, exact: true })
      toastSuccess(t('move.done'))
      onClose()
    },
  })
  const found = preview.data
  return (
    <LazyModal
      opened
      onClose={onClose}
      title={t('move.title')}
      size={620}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {found ? (
        <Stack gap="md">
          <Text size="sm">{t('move.text')}</Text>
          {found.verification ? <Alert color="yellow">{t('move.verification')}</Alert> : null}
          {found.missing.length > 0 ? (
            <Alert color="yellow" title={t('move.missing')}>
              <List size="sm">
                {found.missing.map(({ key, label }) => (
                  <List.Item key={key}>{label[language]}</List.Item>
                ))}
              </List>
            </Alert>
          ) : null}
          <MapChanges changes={found.changes} />
          {move.error ? <Alert color="red">{errorText(t, move.error)}</Alert> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button loading={move.isPending} onClick={() => move.mutate(found.to)}>
              {t('move.submit', { number: found.to })}
            </Button>
          </Group>
        </Stack>
      ) : (
        <RecordFallback query={preview} />
      )}
    </LazyModal>
  )
}

/** Says that the system could follow a newer version, or that its own is not offered any more. */
export const VersionNotice = ({ system }: Props) => {
  const { t } = useTranslation('integrations/webhooks')
  const [moving, setMoving] = useState(false)
  if (system.newerNumber === null && !system.deprecated) return null
  const hasNewer = system.newerNumber !== null
  return (
    <>
      <Alert color="petrol" mb="md" title={t(hasNewer ? 'move.newer' : 'move.retired')}>
        <Stack gap="sm" align="flex-start">
          <Text size="sm">{t(hasNewer ? 'move.newerText' : 'move.retiredText')}</Text>
          {hasNewer ? (
            <Button size="compact-sm" onClick={() => void mayLeave().then((may) => may && setMoving(true))}>
              {t('move.open')}
            </Button>
          ) : null}
        </Stack>
      </Alert>
      {moving ? <MoveDialog system={system} onClose={() => setMoving(false)} /> : null}
    </>
  )
}
