import { Button, Group, Select, Stack, TagsInput, Text } from '@mantine/core'
import { companyTagLimit, setCompanyCare } from '@recado/contracts/admin/company-care'
import { flagChoices, setCompanyFlags } from '@recado/contracts/shared/feature-flags'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { toastError, toastSuccess } from '#web/lib/ui/toasts.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { adminKey } from '#web/queries/admin.ts'
import { type CompanyDetail, careChoicesQuery, companyFlagsQuery } from './api.ts'

/** Who looks after a company, and the tags it is filed under. */
export const CompanyCare = ({ company }: { company: CompanyDetail }) => {
  const { t } = useTranslation(['admin/accounts', 'common', 'errors'])
  const client = useQueryClient()
  const { data } = useQuery(careChoicesQuery)
  const [managerId, setManagerId] = useState(company.manager?.id ?? null)
  const [tags, setTags] = useState(company.tags)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const managers = (data?.managers ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const { manager } = company
  // A manager who has left the platform is still shown.
  const gone = manager && !managers.some(({ value }) => value === manager.id)
  const dirty = managerId !== (manager?.id ?? null) || tags.join('\n') !== company.tags.join('\n')
  useUnsaved(() => dirty && !busy)
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await call(setCompanyCare, {
        params: { id: company.id },
        body: { version: company.careVersion, managerId, tags },
      })
      toastSuccess(t('common:saved'))
      await client.invalidateQueries({ queryKey: adminKey })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack gap="sm">
      <Select
        label={t('column.manager')}
        placeholder={t('companies.noManager')}
        searchable
        clearable
        value={managerId}
        data={[...(gone ? [{ value: manager.id, label: manager.name }] : []), ...managers]}
        onChange={setManagerId}
      />
      <TagsInput
        label={t('column.tags')}
        data={data?.tags ?? []}
        maxTags={companyTagLimit}
        maxLength={30}
        value={tags}
        onChange={setTags}
      />
      <FormFailure>{failure ? errorText(t, failure) : null}</FormFailure>
      <Group justify="flex-end">
        <Button size="compact-sm" disabled={!dirty} loading={busy} onClick={() => void save()}>
          {t('common:save')}
        </Button>
      </Group>
    </Stack>
  )
}

/** How each feature flag turns out for a company, and settling it for that company alone. */
export const CompanyFlags = ({ companyId }: { companyId: string }) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const client = useQueryClient()
  const { data } = useQuery(companyFlagsQuery(companyId))
  const settle = async (key: NonNullable<typeof data>['data'][number]['key'], value: string | null) => {
    const choice = flagChoices.find((known) => known === value)
    if (!choice) return
    try {
      await call(setCompanyFlags, { body: { selection: { ids: [companyId] }, key, choice } })
      await client.invalidateQueries({ queryKey: adminKey })
    } catch (error) {
      toastError(i18n, error)
    }
  }
  return (
    <Stack gap="sm">
      {data?.data.map(({ key, on, choice }) => (
        <Group key={key} justify="space-between" wrap="nowrap" align="flex-end">
          <div>
            <Text size="sm">{t(`flags.name.${key}`)}</Text>
            <Text size="xs" c="dimmed">
              {t(on ? 'flags.isOn' : 'flags.isOff')}
            </Text>
          </div>
          <Select
            size="xs"
            w={180}
            aria-label={t(`flags.name.${key}`)}
            allowDeselect={false}
            value={choice}
            data={flagChoices.map((value) => ({ value, label: t(`flags.choices.${value}`) }))}
            onChange={(value) => void settle(key, value)}
          />
        </Group>
      ))}
    </Stack>
  )
}
