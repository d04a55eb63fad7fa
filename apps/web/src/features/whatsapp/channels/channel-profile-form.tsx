import { Stack, Text } from '@mantine/core'
import { channelProfile, updateChannelProfile, verticals } from '@recado/contracts/whatsapp/channel-profile'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#web/components/content/avatar.tsx'
import { Form } from '#web/components/form/form.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { Select } from '#web/components/form/select.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { type ChannelDetail, channelQuery } from './api.ts'
import classes from './channels.module.css'
import { ProfilePhoto } from './profile-photo.tsx'
import { useReadOnlyReason } from './settings-form.tsx'

type Values = {
  about: string
  address: string
  description: string
  email: string
  websites: [string, string]
  vertical: (typeof verticals)[number]
}

const limits = { about: 139, address: 256, description: 512, email: 128 } as const
const schema = channelProfile.omit({ profilePictureUrl: true })
const bodyOf = (values: Values) => ({
  ...values,
  websites: values.websites.map((site) => site.trim()).filter((site) => site !== ''),
})

const Preview = ({ channel, values }: { channel: ChannelDetail; values: Values }) => {
  const { t } = useTranslation('whatsapp/channels')
  const rows = [
    [t('profile.about'), values.about],
    [t('profile.description'), values.description],
    [t('profile.vertical'), values.vertical === 'OTHER' ? '' : t(`vertical.${values.vertical}`)],
    [t('profile.address'), values.address],
    [t('profile.email'), values.email],
    [t('profile.websites'), values.websites.filter(Boolean).join('\n')],
  ].filter(([, value]) => value)
  return (
    <section className={classes.phone} aria-label={t('profile.preview')}>
      <div className={classes.phoneTop}>
        <Avatar name={channel.name} src={channel.profile.profilePictureUrl} size={88} mx="auto" />
        <b>{channel.name}</b>
        <Text size="sm" c="dimmed">
          {channel.phone}
        </Text>
      </div>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed" ta="center" pb="lg" px="md">
          {t('profile.nothing')}
        </Text>
      ) : null}
    </section>
  )
}

/** The business profile that customers see, and how it looks to them. */
export const ChannelProfileForm = ({ channel }: { channel: ChannelDetail }) => {
  const { t } = useTranslation('whatsapp/channels')
  const queryClient = useQueryClient()
  const { profilePictureUrl: _, websites, ...rest } = channel.profile
  const { form, saved, state } = useContractForm<Values>({
    schema,
    initialValues: { ...rest, websites: [websites[0] ?? '', websites[1] ?? ''] },
    toBody: bodyOf,
    onSubmit: async (values) => {
      const profile = await call(updateChannelProfile, { params: { id: channel.id }, body: bodyOf(values) })
      queryClient.setQueryData<ChannelDetail>(channelQuery(channel.id).queryKey, (known) =>
        known ? { ...known, profile } : known,
      )
      saved(values)
      toastSuccess(t('profile.saved'))
    },
  })
  const readOnly = useReadOnlyReason(channel)
  const field = (name: keyof typeof limits) => ({
    label: t(`profile.${name}`),
    description: `${form.values[name].length} / ${limits[name]}`,
    inputWrapperOrder: ['label', 'input', 'error', 'description'] as ('label' | 'input' | 'error' | 'description')[],
    maxLength: limits[name],
    ...form.getInputProps(name),
  })
  return (
    <div className={classes.two}>
      <Form {...state} label={t('tab.profile')} readOnly={readOnly !== null}>
        <FormSection title={t('tab.profile')}>
          <Stack gap="md">
            {readOnly ? null : <ProfilePhoto channel={channel} />}
            <TextInput {...field('about')} />
            <Textarea autosize minRows={3} maxRows={8} {...field('description')} />
            <Select
              label={t('profile.vertical')}
              data={verticals.map((value) => ({ value, label: t(`vertical.${value}`) }))}
              searchable
              allowDeselect={false}
              {...form.getInputProps('vertical')}
            />
            <TextInput {...field('address')} />
            <TextInput type="email" {...field('email')} />
            {[0, 1].map((index) => (
              <TextInput
                key={index}
                label={t('profile.website', { number: index + 1 })}
                type="url"
                placeholder="https://"
                maxLength={256}
                {...form.getInputProps(`websites.${index}`)}
              />
            ))}
          </Stack>
        </FormSection>
      </Form>
      <Preview channel={channel} values={form.values} />
    </div>
  )
}
