import { Group, MultiSelect, NumberInput, Text } from '@mantine/core'
import { type MemberGrant, memberGrants } from '@recado/contracts/abilities'
import { type Member, updateMember } from '@recado/contracts/companies/companies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { companySettingsKey } from '#web/queries/company-settings.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { AccessFields } from './access-fields.tsx'
import { membersKey } from './api.ts'
import { accessOf, type Preset, presetOf } from './member-presets.ts'

type Values = { preset: Preset; custom: MemberGrant[] } & Pick<Member, 'visibility' | 'capacity' | 'teamIds'>

const toBody = ({ preset, custom, ...values }: Values) => ({ ...accessOf(preset, custom), ...values })

/** Changing what a member may do and which conversations they see. */
export const MemberDrawer = ({
  companyId,
  member,
  onClose,
}: {
  companyId: string
  member: Member
  onClose: () => void
}) => {
  const { t } = useTranslation(['companies/companies', 'common'])
  const queryClient = useQueryClient()
  const teams = useQuery(teamsQuery).data?.data ?? []
  const { form, state } = useContractForm<Values>({
    schema: updateMember.body,
    initialValues: {
      preset: presetOf(member.role, member.grants),
      custom: memberGrants.filter((grant) => member.grants.includes(grant)),
      visibility: member.visibility,
      capacity: member.capacity,
      teamIds: member.teamIds,
    },
    toBody,
    onSubmit: async (values) => {
      await call(updateMember, { params: { id: companyId, memberId: member.id }, body: toBody(values) })
      await queryClient.invalidateQueries({ queryKey: membersKey(companyId) })
      await queryClient.invalidateQueries({ queryKey: companySettingsKey })
      toastSuccess(t('common:saved'))
      onClose()
    },
  })
  return (
    <FormDrawer opened title={t('member.edit')} submitLabel={t('common:save')} {...state} onClose={onClose}>
      <Group gap="sm" wrap="nowrap">
        <Avatar name={member.name} src={member.avatarUrl} />
        <div>
          <Text fw={600}>{member.name}</Text>
          <Text size="sm" c="dimmed">
            {member.email}
          </Text>
        </div>
      </Group>
      <AccessFields form={form} />
      <MultiSelect
        label={t('member.teams')}
        searchable
        data={teams.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.getInputProps('teamIds')}
      />
      <NumberInput
        label={t('member.capacity')}
        description={t('member.capacityText')}
        placeholder={t('member.capacityTeam')}
        min={1}
        max={500}
        value={form.values.capacity ?? ''}
        onChange={(value) => form.setFieldValue('capacity', value === '' ? null : Number(value))}
        error={form.errors['capacity']}
      />
    </FormDrawer>
  )
}
