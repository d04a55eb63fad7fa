import { Checkbox, Group, MultiSelect, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { accessBlocks, userRoles } from '@recado/contracts/abilities'
import { createSystemCampaign, systemChannels, updateSystemCampaign } from '@recado/contracts/admin/system-campaigns'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { announcementsKey, audienceQuery, type SystemCampaign } from './api.ts'

type Values = Pick<SystemCampaign, 'name' | 'topic' | 'channels' | 'content' | 'audience' | 'capDays'>

const nothing = { title: '', body: '' }
const blank: Values = {
  ...{ name: '', topic: 'product', channels: ['in_app'], capDays: null },
  content: { en: nothing, pt: nothing, url: '/dashboard' },
  audience: { roles: [], membership: 'any', statuses: [], block: null, locale: null, activeDays: null },
}

const valuesOf = ({ name, topic, channels, content, audience, capDays }: SystemCampaign): Values => ({
  ...{ name, topic, channels, content, audience, capDays },
})

const statuses = ['trial', 'active', 'past_due', 'suspended'] as const
type Fields = ReturnType<typeof useContractForm<Values>>['form']

const Content = ({ form }: { form: Fields }) => {
  const { t } = useTranslation('admin/announcements')
  return (
    <>
      {(['en', 'pt'] as const).map((language) => (
        <Stack key={language} gap="sm" component="fieldset" m={0} p={0} style={{ border: 0 }}>
          <Text component="legend" fw={600} size="sm">
            {t(`language.${language}`)}
          </Text>
          <TextInput label={t('field.title')} maxLength={120} {...form.getInputProps(`content.${language}.title`)} />
          <Textarea
            label={t('field.body')}
            autosize
            minRows={3}
            maxLength={450}
            {...form.getInputProps(`content.${language}.body`)}
          />
        </Stack>
      ))}
      <TextInput
        label={t('field.url')}
        description={t('field.urlHint')}
        required
        {...form.getInputProps('content.url')}
      />
    </>
  )
}

const Reach = ({ values }: { values: Values }) => {
  const { t } = useTranslation('admin/announcements')
  const [wanted] = useDebouncedValue(values, 300)
  const { data } = useQuery(audienceQuery({ audience: wanted.audience, topic: wanted.topic, capDays: wanted.capDays }))
  return (
    <Text size="sm" role="status" fw={500}>
      {data ? t('reach', { count: data.users, en: data.en, pt: data.pt }) : t('counting')}
    </Text>
  )
}

const Audience = ({ form }: { form: Fields }) => {
  const { t } = useTranslation(['admin/announcements', 'admin/accounts', 'common'])
  const days = (path: 'audience.activeDays' | 'capDays') => {
    const { value, onChange, ...props } = form.getInputProps(path)
    return {
      ...props,
      value: value ?? '',
      onChange: (next: number | string) => onChange(next === '' ? null : Number(next)),
    }
  }
  return (
    <>
      <MultiSelect
        label={t('field.roles')}
        placeholder={t('anyone')}
        data={userRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
        {...form.getInputProps('audience.roles')}
      />
      <Select
        label={t('field.membership')}
        allowDeselect={false}
        data={(['any', 'member', 'admin'] as const).map((value) => ({ value, label: t(`membership.${value}`) }))}
        {...form.getInputProps('audience.membership')}
      />
      <MultiSelect
        label={t('field.statuses')}
        placeholder={t('anyStatus')}
        data={statuses.map((value) => ({ value, label: t(`admin/accounts:companyStatus.${value}`) }))}
        {...form.getInputProps('audience.statuses')}
      />
      <Select
        label={t('field.block')}
        placeholder={t('anyBlock')}
        clearable
        data={accessBlocks.map((value) => ({ value, label: t(`common:blocks.${value}`) }))}
        {...form.getInputProps('audience.block')}
      />
      <Select
        label={t('field.locale')}
        placeholder={t('anyLanguage')}
        clearable
        data={[
          { value: 'en', label: 'English' },
          { value: 'pt', label: 'Português' },
        ]}
        {...form.getInputProps('audience.locale')}
      />
      <NumberInput
        label={t('field.activeDays')}
        min={1}
        max={365}
        allowDecimal={false}
        {...days('audience.activeDays')}
      />
      <NumberInput
        label={t('field.capDays')}
        description={t('field.capHint')}
        min={1}
        max={90}
        allowDecimal={false}
        {...days('capDays')}
      />
    </>
  )
}

type Props = { draft: SystemCampaign | null; onClose: () => void }

/** Writes an announcement: what it says in both languages, whom it is for and how it reaches them. */
export const AnnouncementDrawer = ({ draft, onClose }: Props) => {
  const { t } = useTranslation(['admin/announcements', 'common'])
  const client = useQueryClient()
  const { form, state } = useContractForm<Values>({
    schema: createSystemCampaign.body,
    initialValues: draft ? valuesOf(draft) : blank,
    onSubmit: async (values) => {
      await (draft
        ? call(updateSystemCampaign, { params: { id: draft.id }, body: { ...values, version: draft.version } })
        : call(createSystemCampaign, { body: values }))
      await client.invalidateQueries({ queryKey: announcementsKey })
      toastSuccess(t('common:saved'))
      onClose()
    },
  })
  return (
    <FormDrawer
      opened
      title={t(draft ? 'edit' : 'add')}
      submitLabel={t('save')}
      size={560}
      {...state}
      onClose={onClose}
    >
      <TextInput
        label={t('field.name')}
        description={t('field.nameHint')}
        required
        data-autofocus
        maxLength={120}
        {...form.getInputProps('name')}
      />
      <Select
        label={t('field.topic')}
        description={form.values.topic === 'incident' ? t('field.incidentHint') : undefined}
        allowDeselect={false}
        data={(['product', 'billing', 'incident'] as const).map((value) => ({ value, label: t(`topic.${value}`) }))}
        {...form.getInputProps('topic')}
      />
      <Checkbox.Group
        label={t('field.channels')}
        description={form.values.channels.includes('banner') ? t('field.bannerHint') : undefined}
        required
        {...form.getInputProps('channels')}
      >
        <Group gap="md" mt={6}>
          {systemChannels.map((value) => (
            <Checkbox key={value} value={value} label={t(`channels.${value}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Content form={form} />
      <Audience form={form} />
      <Reach values={form.values} />
    </FormDrawer>
  )
}
