import { Alert, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { addSuppression, checkSuppression, countSuppressions } from '@recado/contracts/contacts/privacy'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LiftDialog } from '#web/components/contact/lift-dialog.tsx'
import { FactList } from '#web/components/content/fact-list.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { Select } from '#web/components/form/select.tsx'
import { ShortForm } from '#web/components/form/short-form.tsx'
import { call } from '#web/lib/api/api.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { privacyKey } from '#web/queries/privacy.ts'

const countsKey = [...privacyKey, 'suppressions']
const reasons = ['erased', 'opt_out', 'complaint'] as const

type Checked = { value: string; suppressed: boolean; reason: (typeof reasons)[number] | null; since: string | null }

/** How many are on the list; who they are cannot be shown, as only a hash of each is kept. */
const Totals = () => {
  const { t, i18n } = useTranslation('contacts/privacy')
  const query = useQuery({
    queryKey: countsKey,
    queryFn: ({ signal }) => call(countSuppressions, {}, { signal }),
  })
  if (query.isError) return <RetryState compact error={query.error} onRetry={() => query.refetch()} />
  const rows = query.data?.data ?? []
  const total = (reason: (typeof reasons)[number]) =>
    rows.filter((row) => row.reason === reason).reduce((sum, { count }) => sum + count, 0)
  const number = new Intl.NumberFormat(i18n.language)
  return <FactList rows={reasons.map((reason) => [t(`suppression.reason.${reason}`), number.format(total(reason))])} />
}

const AddDialog = ({ value, onDone, onClose }: { value: string; onDone: () => void; onClose: () => void }) => {
  const { t } = useTranslation('contacts/privacy')
  const client = useQueryClient()
  const { form, state } = useContractForm({
    schema: addSuppression.body,
    initialValues: { value, reason: 'opt_out' as 'opt_out' | 'complaint' },
    onSubmit: async (body) => {
      await call(addSuppression, { body })
      await client.invalidateQueries({ queryKey: countsKey })
      toastSuccess(t('suppression.added'))
      onDone()
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('suppression.add')} submitLabel={t('suppression.add')} {...state} onClose={onClose}>
      <Text size="sm">{t('suppression.addText')}</Text>
      <TextInput label={t('suppression.value')} required data-autofocus {...form.getInputProps('value')} />
      <Select
        label={t('suppression.why')}
        allowDeselect={false}
        data={(['opt_out', 'complaint'] as const).map((one) => ({
          value: one,
          label: t(`suppression.reason.${one}`),
        }))}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}

const Outcome = ({ found, onAdd, onLift }: { found: Checked; onAdd: () => void; onLift: () => void }) => {
  const { t, i18n } = useTranslation('contacts/privacy')
  const { value, suppressed, reason, since } = found
  return (
    <Alert color={suppressed ? 'red' : 'gray'} role="status">
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          {suppressed && reason && since
            ? t('suppression.found', {
                value,
                day: day(since, i18n.language),
                reason: t(`suppression.reason.${reason}`),
              })
            : t('suppression.notFound', { value })}
        </Text>
        <Button size="compact-sm" variant="default" onClick={suppressed ? onLift : onAdd}>
          {t(suppressed ? 'suppression.lift' : 'suppression.add')}
        </Button>
      </Group>
    </Alert>
  )
}

/** Who must not be written to: looked up by a full number or address, added, and lifted with the reason. */
export const SuppressionTab = () => {
  const { t } = useTranslation('contacts/privacy')
  const client = useQueryClient()
  const [found, setFound] = useState<Checked | null>(null)
  const [opened, setOpened] = useState<'add' | 'lift' | null>(null)
  const check = async (value: string) => setFound({ value, ...(await call(checkSuppression, { body: { value } })) })
  const { form, state } = useContractForm({
    schema: checkSuppression.body,
    initialValues: { value: '' },
    brief: true,
    onSubmit: ({ value }) => check(value.trim()),
  })
  const again = async () => {
    await client.invalidateQueries({ queryKey: countsKey })
    if (found) await check(found.value)
  }
  return (
    <Stack gap="lg" maw={720}>
      <Text size="sm" c="dimmed">
        {t('suppression.text')}
      </Text>
      <ShortForm {...state} label={t('suppression.search')} submitLabel={t('suppression.search')}>
        <TextInput
          label={t('suppression.value')}
          description={t('suppression.valueText')}
          {...form.getInputProps('value')}
        />
      </ShortForm>
      {found ? <Outcome found={found} onAdd={() => setOpened('add')} onLift={() => setOpened('lift')} /> : null}
      <Paper withBorder p="md" radius="md">
        <Group justify="space-between" align="flex-start">
          <div style={{ flex: 1 }}>
            <Totals />
          </div>
          {found && !found.suppressed ? null : (
            <Button variant="default" onClick={() => setOpened('add')}>
              {t('suppression.add')}
            </Button>
          )}
        </Group>
      </Paper>
      {opened === 'add' ? (
        <AddDialog value={found?.value ?? ''} onDone={() => void again()} onClose={() => setOpened(null)} />
      ) : null}
      {opened === 'lift' && found ? (
        <LiftDialog whom={{ value: found.value }} onDone={() => void again()} onClose={() => setOpened(null)} />
      ) : null}
    </Stack>
  )
}
