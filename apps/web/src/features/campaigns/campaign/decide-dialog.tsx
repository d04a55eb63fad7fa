import { Radio, Stack, Text } from '@mantine/core'
import { type Campaign, decideCampaign } from '@recado/contracts/campaigns/campaigns'
import { variantKeys } from '@recado/contracts/campaigns/content'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { call } from '#web/lib/api/api.ts'
import { campaignQuery, campaignsKey } from '#web/queries/campaigns.ts'
import { analyticsQuery } from './api.ts'

type Props = { campaign: Campaign; onClose: () => void }

/** Asks which variant everyone gets who waits for the winner, with what each has come to. */
export const DecideDialog = ({ campaign, onClose }: Props) => {
  const { t, i18n } = useTranslation('campaigns/campaign')
  const client = useQueryClient()
  const { data } = useQuery(analyticsQuery(campaign.id))
  const [chosen, setChosen] = useState<string | null>(null)
  const number = new Intl.NumberFormat(i18n.language)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
  const { test, content } = campaign
  const rate = { read: 'readRate', click: 'clickRate', reply: 'replyRate' } as const
  const said = (key: string) => {
    const found = data?.variants.find(({ variant }) => variant === key)
    if (!found || !test) return ''
    const value = percent.format(found[rate[test.metric]].value)
    return t(`test.rate.${test.metric}`, { value, delivered: number.format(found.delivered) })
  }
  const decide = async () => {
    const variant = variantKeys.find((key) => key === chosen)
    if (!variant) return
    const next = await call(decideCampaign, { params: { id: campaign.id }, body: { variant } })
    client.setQueryData(campaignQuery(next.id).queryKey, next)
    void client.invalidateQueries({ queryKey: campaignsKey })
  }
  const early = test?.state === 'sending' || test?.state === 'measuring'
  const rest = test?.rest ?? 0
  return (
    <ConfirmDialog
      opened
      title={t('test.decide.title')}
      confirmLabel={t('test.decide.confirm')}
      ready={chosen !== null}
      onClose={onClose}
      onConfirm={decide}
    >
      <Stack gap="sm">
        <Radio.Group label={t('test.decide.which')} value={chosen} onChange={setChosen}>
          <Stack gap="xs" mt="xs">
            {content.variants.map(({ key, template }) => (
              <Radio
                key={key}
                value={key}
                disabled={test?.decision?.variant === key}
                label={t('test.decide.variant', { key, template })}
                description={said(key)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Text size="sm">{t('test.decide.text', { count: rest, formatted: number.format(rest) })}</Text>
        {early ? (
          <Text size="sm" c="dimmed">
            {t('test.decide.early')}
          </Text>
        ) : null}
      </Stack>
    </ConfirmDialog>
  )
}
