import { Loader, Stack, Text } from '@mantine/core'
import { approveCampaign, type Campaign } from '@recado/contracts/campaigns/campaigns'
import type { Preflight } from '@recado/contracts/campaigns/preflight'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FactList } from '#web/components/content/fact-list.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { call } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useMoney } from '#web/lib/i18n/money.ts'
import { useZone } from '#web/lib/i18n/use-zone.ts'
import { campaignQuery, campaignsKey } from '#web/queries/campaigns.ts'
import { preflightQuery } from './api.ts'

const Found = ({ campaign, found }: { campaign: Campaign; found: Preflight }) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const zone = useZone()
  const { total, rates } = useMoney()
  const { low, high, currency, ratesFrom } = found.cost
  const at = (instant: string) => dateTime(instant, i18n.language, zone)
  return (
    <Stack gap="sm">
      <Text size="sm">{t('approve.text', { name: campaign.launchedBy?.name ?? '' })}</Text>
      <FactList
        rows={[
          [t('approve.recipients'), new Intl.NumberFormat(i18n.language).format(found.waterfall.willSend)],
          [t('approve.cost'), t('costRange', { low: total(low, currency), high: total(high, currency) })],
          [t('approve.starts'), at(found.startsAt)],
          [t('approve.finishes'), at(found.finishesAt)],
        ]}
      />
      {ratesFrom ? (
        <Text size="xs" c="dimmed">
          {rates(ratesFrom)}
        </Text>
      ) : null}
    </Stack>
  )
}

/** Asks a colleague to approve a launch, naming how many get it, when and for how much. */
export const ApproveDialog = ({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) => {
  const { t } = useTranslation('campaigns/campaign')
  const client = useQueryClient()
  const query = useQuery(preflightQuery(campaign.id))
  const { id, version, name } = campaign
  return (
    <ConfirmDialog
      opened
      title={t('approve.title', { name })}
      confirmLabel={t('approve.confirm')}
      cancelLabel={t('approve.keep')}
      ready={query.data !== undefined}
      onClose={onClose}
      onConfirm={async () => {
        const body = { version, approved: true }
        client.setQueryData(campaignQuery(id).queryKey, await call(approveCampaign, { params: { id }, body }))
        void client.invalidateQueries({ queryKey: campaignsKey })
      }}
    >
      {query.data ? <Found campaign={campaign} found={query.data} /> : null}
      {query.isPending ? <Loader size="sm" /> : null}
      {query.error ? <RetryState compact error={query.error} onRetry={() => void query.refetch()} /> : null}
    </ConfirmDialog>
  )
}
