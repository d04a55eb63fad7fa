import { Checkbox, Loader, Stack, Text } from '@mantine/core'
import type { Campaign } from '@recado/contracts/campaigns/campaigns'
import { type RetryPreview, retryCampaign } from '@recado/contracts/campaigns/recipients'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { call } from '#web/lib/api/api.ts'
import { useMoney } from '#web/lib/i18n/money.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { campaignsKey } from '#web/queries/campaigns.ts'
import { retryQuery } from './api.ts'

type FoundProps = {
  found: RetryPreview
  left: ReadonlySet<string>
  onLeave: (errorClass: string, leave: boolean) => void
}

/** Reasons of failures: those that can be tried again to choose among, and those that cannot with why. */
const Found = ({ found: { classes, cost }, left, onLeave }: FoundProps) => {
  const { t, i18n } = useTranslation(['campaigns/campaign', 'inbox/message-log'])
  const { total, rates } = useMoney()
  const number = new Intl.NumberFormat(i18n.language)
  const again = classes.filter(({ retryable }) => retryable)
  const never = classes.filter(({ retryable }) => !retryable)
  const labelOf = ({ errorClass, count }: RetryPreview['classes'][number]) =>
    t('retry.class', {
      ...{ count, formatted: number.format(count) },
      reason: t(`inbox/message-log:class.${errorClass}`, { defaultValue: errorClass }),
    })
  return (
    <Stack gap="sm">
      <Text size="sm">{t(again.length > 0 ? 'retry.text' : 'retry.none')}</Text>
      {again.map((one) => (
        <Checkbox
          key={one.errorClass}
          label={labelOf(one)}
          checked={!left.has(one.errorClass)}
          onChange={(event) => onLeave(one.errorClass, !event.currentTarget.checked)}
        />
      ))}
      {never.length > 0 ? (
        <div>
          <Text size="sm" fw={600}>
            {t('retry.never')}
          </Text>
          <ul style={{ margin: '4px 0 0', paddingInlineStart: 20 }}>
            {never.map((one) => (
              <li key={one.errorClass}>{labelOf(one)}</li>
            ))}
          </ul>
        </div>
      ) : null}
      {again.length > 0 ? (
        <Text size="sm" c="dimmed">
          {t('retry.cost', { cost: total(cost.high, cost.currency) })} {cost.ratesFrom ? rates(cost.ratesFrom) : null}
        </Text>
      ) : null}
    </Stack>
  )
}

/** Tries recipients again whose message failed, by why it did. */
export const RetryDialog = ({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) => {
  const { t, i18n } = useTranslation(['campaigns/campaign', 'common'])
  const client = useQueryClient()
  const query = useQuery(retryQuery(campaign.id))
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = (query.data?.classes ?? []).filter(({ retryable, errorClass }) => retryable && !left.has(errorClass))
  const canRetry = query.data?.classes.some(({ retryable }) => retryable) ?? false
  const count = chosen.reduce((sum, one) => sum + one.count, 0)
  const formatted = new Intl.NumberFormat(i18n.language).format(count)
  const leave = (errorClass: string, isLeft: boolean) => {
    const next = new Set(left)
    if (isLeft) next.add(errorClass)
    else next.delete(errorClass)
    setLeft(next)
  }
  const run = async () => {
    const body = { classes: chosen.map(({ errorClass }) => errorClass), expected: count }
    try {
      await call(retryCampaign, { params: { id: campaign.id }, body })
    } catch (error) {
      // Someone else may have tried them, or more have failed: the figures of now are shown.
      void query.refetch()
      throw error
    }
    toastSuccess(t('retry.done', { count, formatted }))
    void client.invalidateQueries({ queryKey: campaignsKey })
  }
  return (
    <ConfirmDialog
      opened
      title={t('retry.title', { name: campaign.name })}
      confirmLabel={canRetry ? t('retry.confirm', { count, formatted }) : null}
      cancelLabel={canRetry ? t('retry.keep') : t('common:close')}
      ready={count > 0 && !query.isFetching}
      onClose={onClose}
      onConfirm={run}
    >
      {query.data ? <Found found={query.data} left={left} onLeave={leave} /> : null}
      {query.isPending ? <Loader size="sm" /> : null}
      {query.error ? <RetryState compact error={query.error} onRetry={() => void query.refetch()} /> : null}
    </ConfirmDialog>
  )
}
