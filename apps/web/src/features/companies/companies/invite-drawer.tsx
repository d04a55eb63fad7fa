import { MultiSelect, TagsInput } from '@mantine/core'
import type { MemberGrant } from '@recado/contracts/abilities'
import { invitationBatchLimit, inviteMembers } from '@recado/contracts/companies/companies'
import type { visibilities } from '@recado/contracts/identity/auth'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastInfo, toastSuccess } from '#web/lib/ui/toasts.ts'
import { teamsQuery } from '#web/queries/teams.ts'
import { AccessFields } from './access-fields.tsx'
import { invitationsQuery } from './api.ts'
import { accessOf, type Preset } from './member-presets.ts'

type Values = {
  emails: string[]
  preset: Preset
  custom: MemberGrant[]
  visibility: (typeof visibilities)[number]
  teamIds: string[]
}

const initialValues: Values = { emails: [], preset: 'agent', custom: [], visibility: 'all', teamIds: [] }
const looksLikeEmail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** However they were typed or pasted: one address each, none twice. */
const separate = (tags: string[]): string[] =>
  [...new Set(tags.flatMap((tag) => tag.split(/[\s,;]+/)).filter(Boolean))].slice(0, invitationBatchLimit)

const toBody = ({ preset, custom, ...values }: Values) => ({ ...values, ...accessOf(preset, custom) })

/** Inviting up to 20 addresses at once with the same access. */
export const InviteDrawer = ({ id, opened, onClose }: { id: string; opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('companies/companies')
  const queryClient = useQueryClient()
  const teams = useQuery(teamsQuery).data?.data ?? []
  const { form, state } = useContractForm<Values>({
    schema: inviteMembers.body,
    initialValues,
    toBody,
    extra: ({ emails }) => {
      const wrong = emails.filter((address) => !looksLikeEmail.test(address))
      if (emails.length === 0) return { emails: t('invite.none') }
      return { emails: wrong.length > 0 ? t('invite.wrong', { emails: wrong.join(', ') }) : undefined }
    },
    onSubmit: async (values) => {
      const { data, alreadyMembers } = await call(inviteMembers, { params: { id }, body: toBody(values) })
      await queryClient.invalidateQueries({ queryKey: invitationsQuery(id).queryKey })
      if (data.length > 0) toastSuccess(t('invite.sent', { count: data.length }))
      if (alreadyMembers.length > 0) toastInfo(t('invite.already', { emails: alreadyMembers.join(', ') }))
      form.reset()
      onClose()
    },
  })
  return (
    <FormDrawer opened={opened} title={t('invite.title')} submitLabel={t('invite.submit')} {...state} onClose={onClose}>
      <TagsInput
        label={t('invite.emails')}
        description={t('invite.emailsHint', { count: invitationBatchLimit })}
        placeholder={form.values.emails.length === 0 ? t('invite.example') : ''}
        maxTags={invitationBatchLimit}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        data-autofocus
        {...form.getInputProps('emails')}
        onChange={(tags) => form.setFieldValue('emails', separate(tags))}
      />
      <AccessFields form={form} />
      {teams.length > 0 ? (
        <MultiSelect
          label={t('member.teams')}
          searchable
          data={teams.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('teamIds')}
        />
      ) : null}
    </FormDrawer>
  )
}
