import { Checkbox, Stack } from '@mantine/core'
import { chooseOnboardingNumbers, type OnboardingNumber } from '@recado/contracts/whatsapp/signup'
import { useTranslation } from 'react-i18next'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { useContractForm } from '#web/lib/ui/form.ts'

type Props = { numbers: readonly OnboardingNumber[]; onChoose: (ids: string[]) => Promise<unknown> }

/** Which numbers of the account are connected. */
export const NumberChoice = ({ numbers, onChoose }: Props) => {
  const { t } = useTranslation('whatsapp/signup')
  const { form, state } = useContractForm<{ phoneNumberIds: string[] }>({
    schema: chooseOnboardingNumbers.body,
    initialValues: { phoneNumberIds: [] },
    brief: true,
    onSubmit: ({ phoneNumberIds }) => onChoose(phoneNumberIds),
  })
  const count = form.values.phoneNumberIds.length
  return (
    <ShortForm {...state} submitLabel={t('choose.submit', { count: Math.max(count, 1) })} ready={count > 0}>
      <Checkbox.Group label={t('choose.label')} {...form.getInputProps('phoneNumberIds')}>
        <Stack gap="xs" mt="xs">
          {numbers.map(({ id, phone, name, taken }) => (
            <Checkbox
              key={id}
              value={id}
              disabled={taken}
              label={`${phone} · ${name}`}
              {...(taken ? { description: t('choose.taken') } : {})}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </ShortForm>
  )
}
