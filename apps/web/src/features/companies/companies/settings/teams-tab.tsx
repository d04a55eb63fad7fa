import {
  ActionIcon,
  Checkbox,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { autoAssign, createTeam, deleteTeam, type Team, updateTeam } from '@recado/contracts/companies/teams'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { businessHoursQuery } from '#web/queries/business-hours.ts'
import { labelCountsQuery } from '#web/queries/labels.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { MemberSelect } from '../member-select.tsx'
import classes from './settings.module.css'
import { type FieldsProps, SettingsResource } from './settings-resource.tsx'

type Values = {
  name: string
  description: string
  autoAssign: Team['autoAssign']
  businessHoursId: string | null
  defaultLabelIds: string[]
  members: { userId: string; lead: boolean }[]
}
type FormProps = { form: ContractForm<Values>['form'] }

const toBody = ({ description, ...values }: Values) => ({ ...values, description: description.trim() || null })

const valuesOf = (team: Team | null): Values => ({
  name: team?.name ?? '',
  description: team?.description ?? '',
  autoAssign: autoAssign.parse(team?.autoAssign ?? {}),
  businessHoursId: team?.businessHoursId ?? null,
  defaultLabelIds: team?.defaultLabelIds ?? [],
  members: team?.members.map(({ userId, lead }) => ({ userId, lead })) ?? [],
})

type MemberFieldsProps = FieldsProps<Values, Team> & { companyId: string }

const MemberFields = ({ form, companyId, stored }: MemberFieldsProps) => {
  const { t } = useTranslation('companies/settings')
  const [named, setNamed] = useState<readonly Pick<Team['members'][number], 'userId' | 'name'>[]>(stored?.members ?? [])
  const { members } = form.values
  const change = (next: Values['members']) => form.setFieldValue('members', next)
  // Another member may have added people to it by now.
  const current = useQuery(teamsQuery).data?.data.find(({ id }) => id === stored?.id)?.members ?? []
  const nameOf = (userId: string) => [...named, ...current].find((member) => member.userId === userId)?.name ?? '…'
  const isIn = (userId: string) => members.some((member) => member.userId === userId)
  return (
    <Fieldset legend={t('teams.members')}>
      <Stack gap="xs">
        {members.map((member) => (
          <Group key={member.userId} justify="space-between" wrap="nowrap" className={classes.step ?? ''}>
            <Text size="sm" truncate>
              {nameOf(member.userId)}
            </Text>
            <Group gap="xs" wrap="nowrap">
              <Checkbox
                label={t('teams.lead')}
                checked={member.lead}
                onChange={(event) => {
                  const lead = event.currentTarget.checked
                  change(members.map((other) => (other.userId === member.userId ? { ...other, lead } : other)))
                }}
              />
              <ActionIcon
                aria-label={t('removeNamed', { name: nameOf(member.userId) })}
                onClick={() => change(members.filter((other) => other.userId !== member.userId))}
              >
                <IconX size={16} />
              </ActionIcon>
            </Group>
          </Group>
        ))}
        <MemberSelect
          key={members.length}
          companyId={companyId}
          label={t('teams.addMember')}
          placeholder={t('teams.addMember')}
          value={null}
          offers={({ userId }) => !isIn(userId)}
          noneText={t('teams.everybody')}
          onChoose={(userId, member) => {
            if (member) setNamed([...named, member])
            change([...members, { userId, lead: false }])
          }}
          error={form.errors['members']}
        />
      </Stack>
    </Fieldset>
  )
}

const AssignFields = ({ form }: FormProps) => {
  const { t } = useTranslation('companies/settings')
  const { mode } = form.values.autoAssign
  return (
    <Fieldset legend={t('teams.assign')}>
      <Stack gap="sm">
        <Select
          label={t('teams.mode')}
          description={t(`teams.modeText.${mode}`)}
          allowDeselect={false}
          data={(['off', 'round_robin', 'least_loaded'] as const).map((value) => ({
            value,
            label: t(`teams.modes.${value}`),
          }))}
          {...form.getInputProps('autoAssign.mode')}
        />
        {mode === 'off' ? null : (
          <>
            <NumberInput
              label={t('teams.capacity')}
              description={t('teams.capacityText')}
              min={1}
              max={500}
              {...form.getInputProps('autoAssign.capacity')}
            />
            <Switch
              label={t('teams.sticky')}
              description={t('teams.stickyText')}
              {...form.getInputProps('autoAssign.sticky', { type: 'checkbox' })}
            />
            <NumberInput
              label={t('teams.reassign')}
              description={t('teams.reassignText')}
              min={1}
              max={1440}
              {...form.getInputProps('autoAssign.reassignMinutes')}
              value={form.values.autoAssign.reassignMinutes ?? ''}
              onChange={(value) =>
                form.setFieldValue('autoAssign.reassignMinutes', value === '' ? null : Number(value))
              }
            />
          </>
        )}
      </Stack>
    </Fieldset>
  )
}

const TeamFields = ({ form, companyId, stored }: MemberFieldsProps) => {
  const { t } = useTranslation('companies/settings')
  const hours = useQuery(businessHoursQuery).data?.data ?? []
  const labels = useQuery(labelCountsQuery).data?.data ?? []
  return (
    <>
      <TextInput label={t('field.name')} data-autofocus {...form.getInputProps('name')} />
      <Textarea label={t('teams.description')} autosize {...form.getInputProps('description')} />
      <MemberFields form={form} companyId={companyId} stored={stored} />
      <AssignFields form={form} />
      <Select
        label={t('field.hours')}
        placeholder={t('field.aroundTheClock')}
        clearable
        data={hours.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('businessHoursId')}
      />
      <MultiSelect
        label={t('teams.labels')}
        description={t('teams.labelsText')}
        searchable
        maxValues={10}
        data={labels.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('defaultLabelIds')}
      />
    </>
  )
}

const TeamSummary = ({ team }: { team: Team }) => {
  const { t } = useTranslation('companies/settings')
  const names = team.members.slice(0, 4).map((member) => member.name)
  const more = team.members.length - names.length
  return (
    <>
      <Text fw={600}>{team.name}</Text>
      <Text size="sm" c="dimmed">
        {names.length > 0 ? names.join(', ') : t('teams.nobody')}
        {more > 0 ? ` +${more}` : ''}
      </Text>
      <Text size="sm" c="dimmed">
        {t(`teams.modes.${team.autoAssign.mode}`)} · {t('teams.open', { count: team.openConversations })}
      </Text>
    </>
  )
}

/** Teams of the company, who share a queue each. */
export const TeamsTab = ({ companyId }: { companyId: string }) => {
  const { t } = useTranslation('companies/settings')
  return (
    <SettingsResource<Team, Values>
      name="teams"
      query={useQuery(teamsQuery)}
      nameOf={(team) => team.name}
      wordsOf={(team) => team.members.map((member) => member.name).join(' ')}
      row={(team) => <TeamSummary team={team} />}
      form={{
        schema: createTeam.body,
        valuesOf,
        labels: {
          name: t('field.name'),
          description: t('teams.description'),
          members: t('teams.members'),
          autoAssign: t('teams.assign'),
          businessHoursId: t('field.hours'),
          defaultLabelIds: t('teams.labels'),
        },
        toBody,
      }}
      fields={(props) => <TeamFields {...props} companyId={companyId} />}
      create={(values) => call(createTeam, { body: toBody(values) })}
      update={(id, { version, ...values }) =>
        call(updateTeam, { params: { id }, body: { ...toBody(values), version } })
      }
      remove={(id) => call(deleteTeam, { params: { id } })}
    />
  )
}
