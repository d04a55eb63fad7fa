import { Badge, Fieldset, Group, MultiSelect, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import {
  createSlaPolicy,
  deleteSlaPolicy,
  type SlaConditions,
  type SlaPolicy,
  type SlaTargets,
  updateSlaPolicy,
} from '@recado/contracts/automation/sla-policies'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { businessHoursQuery } from '#web/queries/business-hours.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { labelCountsQuery } from '#web/queries/labels.ts'
import { slaPoliciesQuery } from '#web/queries/sla-policies.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { SettingsResource } from './settings-resource.tsx'

type Values = Omit<SlaPolicy, 'id' | 'version' | 'position'>
type FormProps = { form: ContractForm<Values>['form'] }

const targetNames = ['firstResponse', 'nextResponse', 'resolution'] as const
const noConditions: SlaConditions = { teamIds: [], channelIds: [], labelIds: [], priorities: [] }

type Option = { value: string; label: string }
type Lists = Record<'teamIds' | 'channelIds' | 'labelIds' | 'priorities', Option[]>

const useLists = (): Lists => {
  const { t } = useTranslation('companies/settings')
  const teams = useQuery(teamsQuery).data?.data ?? []
  const labels = useQuery(labelCountsQuery).data?.data ?? []
  const mayList = useCan()('channels.view')
  const channels = useQuery({ ...channelsQuery, enabled: mayList }).data?.data
  const named = (items: readonly { id: string; name: string }[]) =>
    items.map(({ id, name }) => ({ value: id, label: name }))
  return {
    teamIds: named(teams),
    labelIds: named(labels),
    channelIds: (channels ?? []).map(({ id, name, phone }) => ({ value: id, label: `${name} (${phone})` })),
    priorities: [0, 1, 2, 3, 4].map((value) => ({ value: String(value), label: t(`priority.${value}`) })),
  }
}

/** Minutes in words: 90 is "1 h 30 min". */
const durationText = (minutes: number, language: string): string => {
  const parts = [
    { unit: 'day', value: Math.floor(minutes / 1440) },
    { unit: 'hour', value: Math.floor((minutes % 1440) / 60) },
    { unit: 'minute', value: minutes % 60 },
  ]
  return parts
    .filter(({ value }) => value > 0)
    .map(({ unit, value }) =>
      new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    )
    .join(' ')
}

const TargetFields = ({ form }: FormProps) => {
  const { t, i18n } = useTranslation('companies/settings')
  const words = (minutes: number | null) =>
    minutes !== null && minutes > 60 ? [durationText(minutes, i18n.language)] : []
  return (
    <Fieldset legend={t('sla.targets')}>
      <Stack gap="sm">
        {targetNames.map((name) => (
          <NumberInput
            key={name}
            label={t(`sla.target.${name}`)}
            description={[t(`sla.targetText.${name}`), ...words(form.values.targets[name])].join(' · ')}
            placeholder={t('sla.noPromise')}
            suffix=" min"
            min={1}
            max={525_600}
            error={form.errors[`targets.${name}`] ?? (name === 'resolution' ? form.errors['targets'] : undefined)}
            value={form.values.targets[name] ?? ''}
            onChange={(value) => form.setFieldValue(`targets.${name}`, value === '' ? null : Number(value))}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

const ConditionFields = ({ form, lists }: FormProps & { lists: Lists }) => {
  const { t } = useTranslation('companies/settings')
  const { conditions } = form.values
  return (
    <Fieldset legend={t('sla.conditions')}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('sla.conditionsText')}
        </Text>
        {(['teamIds', 'channelIds', 'labelIds', 'priorities'] as const).map((list) => (
          <MultiSelect
            key={list}
            label={t(`sla.condition.${list}`)}
            placeholder={conditions[list].length === 0 ? t('sla.any') : ''}
            searchable
            data={lists[list]}
            value={conditions[list].map(String)}
            onChange={(values) =>
              form.setFieldValue(`conditions.${list}`, list === 'priorities' ? values.map(Number) : values)
            }
            error={form.errors[`conditions.${list}`]}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

const SlaFields = ({ form, lists }: FormProps & { lists: Lists }) => {
  const { t } = useTranslation('companies/settings')
  const hours = useQuery(businessHoursQuery).data?.data ?? []
  return (
    <>
      <TextInput label={t('field.name')} data-autofocus {...form.getInputProps('name')} />
      <TargetFields form={form} />
      <Select
        label={t('field.hours')}
        description={t('sla.hoursText')}
        placeholder={t('field.aroundTheClock')}
        clearable
        data={hours.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('businessHoursId')}
      />
      <ConditionFields form={form} lists={lists} />
      <Switch label={t('sla.active')} {...form.getInputProps('active', { type: 'checkbox' })} />
    </>
  )
}

const useWords = (lists: Lists) => {
  const { t, i18n } = useTranslation('companies/settings')
  const targets = (values: SlaTargets) =>
    targetNames
      .flatMap((name) => {
        const minutes = values[name]
        return minutes === null ? [] : [`${t(`sla.target.${name}`)}: ${durationText(minutes, i18n.language)}`]
      })
      .join(' · ')
  const conditions = (values: SlaConditions) => {
    const parts = (['teamIds', 'channelIds', 'labelIds', 'priorities'] as const).flatMap((list) => {
      const chosen = values[list].map(
        (value) => lists[list].find((option) => option.value === String(value))?.label ?? '…',
      )
      return chosen.length === 0 ? [] : [`${t(`sla.condition.${list}`)}: ${chosen.join(` ${t('sla.or')} `)}`]
    })
    return parts.length === 0 ? t('sla.everything') : parts.join(`, ${t('sla.and')} `)
  }
  return { targets, conditions }
}

/** What the company promises about its answers. */
export const SlaTab = () => {
  const { t } = useTranslation('companies/settings')
  const lists = useLists()
  const words = useWords(lists)
  return (
    <SettingsResource<SlaPolicy, Values>
      name="sla"
      query={useQuery(slaPoliciesQuery)}
      nameOf={(policy) => policy.name}
      row={(policy) => (
        <>
          <Group gap="sm">
            <Text fw={600}>{policy.name}</Text>
            {policy.active ? null : (
              <Badge variant="light" color="gray">
                {t('sla.off')}
              </Badge>
            )}
          </Group>
          <Text size="sm">{words.targets(policy.targets)}</Text>
          <Text size="sm" c="dimmed">
            {words.conditions(policy.conditions)}
          </Text>
        </>
      )}
      form={{
        schema: createSlaPolicy.body,
        valuesOf: (policy) => ({
          name: policy?.name ?? '',
          targets: policy?.targets ?? { firstResponse: 30, nextResponse: null, resolution: null },
          conditions: policy?.conditions ?? noConditions,
          businessHoursId: policy?.businessHoursId ?? null,
          active: policy?.active ?? true,
        }),
        labels: {
          name: t('field.name'),
          targets: t('sla.targets'),
          conditions: t('sla.conditions'),
          businessHoursId: t('field.hours'),
          active: t('sla.active'),
        },
        extra: ({ targets }) => ({
          targets: Object.values(targets).every((value) => value === null) ? t('sla.nothing') : undefined,
        }),
      }}
      fields={({ form }) => <SlaFields form={form} lists={lists} />}
      create={(body) => call(createSlaPolicy, { body })}
      update={(id, body) => call(updateSlaPolicy, { params: { id }, body })}
      remove={(id) => call(deleteSlaPolicy, { params: { id } })}
      place={(id, body) => call(updateSlaPolicy, { params: { id }, body })}
    />
  )
}
