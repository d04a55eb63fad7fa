import { Alert, Button, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { jobRoles } from '@recado/contracts/auth'
import { type Profile, updateMe } from '@recado/contracts/users'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api.ts'
import { useContractForm } from '../../lib/form.ts'
import { useSessionClient } from '../../lib/session.ts'
import { toastSuccess } from '../../lib/toasts.ts'
import { meQuery } from './api.ts'
import { EmailField } from './email-field.tsx'

type Values = { name: string; phone: string; jobRole: Profile['jobRole'] }

const toBody = ({ name, phone, jobRole }: Values) => {
  const digits = phone.replace(/[\s().-]/g, '')
  return { name, jobRole, phone: digits === '' ? null : digits }
}

/** Name, phone and job role. */
export const PersonForm = ({ me }: { me: Profile }) => {
  const { t } = useTranslation(['profile', 'common'])
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const { form, submit, busy, failure } = useContractForm<Values>({
    schema: updateMe.body,
    initialValues: { name: me.name, phone: me.phone ?? '', jobRole: me.jobRole },
    toBody,
    onSubmit: async (values) => {
      const saved = await call(updateMe, { body: toBody(values) })
      queryClient.setQueryData(meQuery.queryKey, saved)
      form.resetDirty()
      toastSuccess(t('common:saved'))
      await session.refetch()
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput label={t('person.name')} autoComplete="name" {...form.getInputProps('name')} />
          <EmailField me={me} />
          <TextInput
            type="tel"
            label={t('person.phone')}
            placeholder="+55 11 91234-5678"
            autoComplete="tel"
            {...form.getInputProps('phone')}
          />
          <Select
            label={t('person.jobRole')}
            clearable
            data={jobRoles.map((value) => ({ value, label: t(`common:jobRole.${value}`) }))}
            {...form.getInputProps('jobRole')}
          />
        </SimpleGrid>
        {failure ? (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        ) : null}
        <Group justify="flex-end">
          <Button type="submit" loading={busy} disabled={!form.isDirty()}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
