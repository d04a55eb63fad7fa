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
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan } from '#web/lib/session/session.ts'
import type { ContractForm } from '#web/lib/ui/form.ts'
import { useVersionedForm } from '#web/lib/ui/versioned-form.ts'
import { businessHoursQuery } from '#web/queries/business-hours.ts'
import { labelCountsQuery } from '#web/queries/labels.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { MemberSelect } from '../member-select.tsx'
import { useSettingsSave } from './api.ts'
import classes from './desk.module.css'
import { SettingsList } from './settings-list.tsx'

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

type MemberFieldsProps = FormProps & { companyId: string; team: Team | null }

const MemberFields = ({ form, companyId, team }: MemberFieldsProps) => {
  const { t } = useTranslation('desk')
  const [named, setNamed] = useState<readonly Pick<Team['members'][number], 'userId' | 'name'>[]>(team?.members ?? [])
  const { members } = form.values
  const change = (next: Values['members']) => form.setFieldValue('members', next)
  // Somebody else may have put more people into it by now.
  const current = useQuery(teamsQuery).data?.data.find(({ id }) => id === team?.id)?.members ?? []
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
          nobody={t('teams.everybody')}
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
  const { t } = useTranslation('desk')
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

const TeamDrawer = ({ team, companyId, onClose }: { team: Team | null; companyId: string; onClose: () => void }) => {
  const { t } = useTranslation(['desk', 'common'])
  const hours = useQuery(businessHoursQuery).data?.data ?? []
  const labels = useQuery(labelCountsQuery).data?.data ?? []
  const save = useSettingsSave<Team, Values>(({ values, base }) =>
    base
      ? call(updateTeam, { params: { id: base.id }, body: { ...toBody(values), version: base.version } })
      : call(createTeam, { body: toBody(values) }),
  )
  const { form, submit, busy, failure, meanwhile } = useVersionedForm<Team, Values>({
    schema: createTeam.body,
    stored: team,
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
    save,
    onSaved: onClose,
  })
  return (
    <FormDrawer
      opened
      title={t(team ? 'teams.change' : 'teams.add')}
      submitLabel={t('common:save')}
      busy={busy}
      dirty={form.isDirty()}
      error={failure}
      meanwhile={meanwhile}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput label={t('field.name')} data-autofocus {...form.getInputProps('name')} />
      <Textarea label={t('teams.description')} autosize {...form.getInputProps('description')} />
      <MemberFields form={form} companyId={companyId} team={team} />
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
    </FormDrawer>
  )
}

const TeamSummary = ({ team }: { team: Team }) => {
  const { t } = useTranslation('desk')
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
  const { t } = useTranslation('desk')
  const manage = useCan()('company.manage')
  const query = useQuery(teamsQuery)
  const [editing, setEditing] = useState<Team | 'new' | null>(null)
  return (
    <>
      <SettingsList<Team>
        title={t('tab.teams')}
        description={t('teams.text')}
        query={query}
        nameOf={(team) => team.name}
        wordsOf={(team) => team.members.map((member) => member.name).join(' ')}
        row={(team) => <TeamSummary team={team} />}
        addLabel={t('teams.add')}
        onAdd={manage ? () => setEditing('new') : undefined}
        mayChange={() => manage}
        onEdit={setEditing}
        remove={(team) => call(deleteTeam, { params: { id: team.id } })}
        removeText={t('teams.removeText')}
        emptyText={t('teams.empty')}
      />
      {editing ? (
        <TeamDrawer team={editing === 'new' ? null : editing} companyId={companyId} onClose={() => setEditing(null)} />
      ) : null}
    </>
  )
}
