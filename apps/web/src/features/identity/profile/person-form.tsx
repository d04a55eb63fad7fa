import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core'
import { jobRoles } from '@recado/contracts/identity/auth'
import { type Profile, updateMe } from '@recado/contracts/identity/users'
import { signatureMax } from '@recado/contracts/product-notifications/preference-names'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Form } from '#web/components/form/form.tsx'
import { call } from '#web/lib/api/api.ts'
import { useCan, useSessionClient } from '#web/lib/session/session.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { meQuery } from './api.ts'
import { EmailField } from './email-field.tsx'
import { PhoneField } from './phone-field.tsx'

type Values = { name: string; phone: string; jobRole: Profile['jobRole']; preferences: { signature: string } }

const toBody = ({ phone, ...rest }: Values) => ({ ...rest, phone: phone === '' ? null : phone })

/** Name, phone, job role, and what stands below messages in the chat. */
export const PersonForm = ({ me }: { me: Profile }) => {
  const { t } = useTranslation(['identity/profile', 'common'])
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const can = useCan()
  const { signature } = me.preferences
  const { form, saved, state } = useContractForm<Values>({
    schema: async () => (await import('@recado/contracts/identity/users')).updateMe.body,
    initialValues: { name: me.name, phone: me.phone ?? '', jobRole: me.jobRole, preferences: { signature } },
    toBody,
    onSubmit: async (values) => {
      const stored = await call(updateMe, { body: toBody(values) })
      queryClient.setQueryData(meQuery.queryKey, stored)
      saved(values)
      toastSuccess(t('common:saved'))
      await session.refetch()
    },
  })
  const phone = form.getInputProps('phone')
  return (
    <Form {...state} label={t('person.title')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={t('person.name')} autoComplete="name" {...form.getInputProps('name')} />
        <EmailField me={me} />
        <PhoneField
          label={t('person.phone')}
          known={me.phoneCountry}
          country={me.locale === 'pt' ? 'BR' : (new Intl.Locale(navigator.language).region ?? 'BR')}
          value={form.values.phone}
          onChange={(value) => form.setFieldValue('phone', value)}
          onBlur={phone.onBlur}
          error={phone.error}
        />
        <Select
          label={t('person.jobRole')}
          clearable
          data={jobRoles.map((value) => ({ value, label: t(`common:jobRole.${value}`) }))}
          {...form.getInputProps('jobRole')}
        />
      </SimpleGrid>
      {can('conversations.view') ? (
        <Textarea
          label={t('person.signature')}
          description={t('person.signatureText')}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={signatureMax}
          {...form.getInputProps('preferences.signature')}
        />
      ) : null}
    </Form>
  )
}
