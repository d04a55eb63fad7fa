import { Stack, Text, Title } from '@mantine/core'
import { type Campaign, updateCampaign } from '@recado/contracts/campaigns/campaigns'
import type { CampaignSchedule } from '@recado/contracts/campaigns/schedule'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DripField, PaceFields, QuietFields, StopFields } from '#web/components/campaign/schedule-fields.tsx'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { MomentField } from '#web/components/form/moment-field.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { useVersionedForm } from '#web/lib/ui/versioned-form.ts'
import { campaignQuery, campaignsKey } from '#web/queries/campaigns.ts'

type Values = { name: string } & CampaignSchedule
const parts = ['start', 'quietHours', 'perDay', 'perSecond', 'ramp', 'stops'] as const

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack component="section" gap="sm" aria-label={title}>
    <Title order={3} fz="md">
      {title}
    </Title>
    {children}
  </Stack>
)

/** Changes what is still to come of a campaign that waits or is paused: what it is called, when and how fast it goes on. */
export const EditDrawer = ({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) => {
  const { t } = useTranslation(['campaigns/campaign', 'campaigns/wizard', 'common', 'validation'])
  const client = useQueryClient()
  const { form, state } = useVersionedForm<Campaign, Values>({
    schema: updateCampaign.body,
    stored: campaign,
    valuesOf: (stored) => ({ name: stored?.name ?? '', ...(stored ?? campaign).schedule }),
    toBody: ({ name, ...schedule }) => ({ name, schedule, version: campaign.version }),
    extra: ({ start }) => {
      const before = campaign.schedule.start
      if (start.kind === 'now' || before.kind === 'now') return {}
      if (start.at === '') return { start: t('validation:required') }
      return start.at < before.at ? { start: t('change.notEarlier') } : {}
    },
    labels: {
      ...{ name: t('campaigns/wizard:name'), start: t('campaigns/wizard:start.title') },
      ...{ quietHours: t('campaigns/wizard:quiet.title'), perDay: t('campaigns/wizard:drip.perDay') },
      ...{ perSecond: t('campaigns/wizard:pace.perSecond'), ramp: t('campaigns/wizard:pace.ramp') },
      stops: t('campaigns/wizard:stop.title'),
    },
    save: async ({ name, ...schedule }, base) => {
      const { id, version } = base ?? campaign
      const saved = await call(updateCampaign, { params: { id }, body: { name, schedule, version } })
      client.setQueryData(campaignQuery(id).queryKey, saved)
      void client.invalidateQueries({ queryKey: campaignsKey })
      toastSuccess(t('common:saved'))
    },
    onSaved: onClose,
  })
  const { values } = form
  const change = (part: Partial<CampaignSchedule>) => {
    for (const key of parts) if (part[key] !== undefined) form.setFieldValue(key, part[key])
  }
  const fields = { schedule: values, onChange: change }
  const { start } = values
  const canBeLater = campaign.state === 'scheduled' && start.kind === 'at' && !campaign.series
  return (
    <FormDrawer opened size={620} title={t('change.title')} submitLabel={t('common:save')} {...state} onClose={onClose}>
      <Text size="sm">{t('change.text')}</Text>
      <TextInput label={t('campaigns/wizard:name')} data-autofocus {...form.getInputProps('name')} />
      {canBeLater ? (
        <MomentField
          label={t('change.later')}
          description={t('campaigns/wizard:start.zone', { zone: start.timezone.replaceAll('_', ' ') })}
          required
          error={form.errors['start']}
          value={start.at}
          onChange={(at) => change({ start: { ...start, at } })}
        />
      ) : null}
      <Part title={t('campaigns/wizard:quiet.title')}>
        <QuietFields {...fields} />
      </Part>
      <Part title={t('campaigns/wizard:pace.title')}>
        <DripField {...fields} />
        <PaceFields {...fields} />
      </Part>
      <Part title={t('campaigns/wizard:stop.title')}>
        <StopFields {...fields} />
      </Part>
    </FormDrawer>
  )
}
