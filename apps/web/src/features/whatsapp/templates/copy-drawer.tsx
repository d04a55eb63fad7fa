import { Select, TextInput } from '@mantine/core'
import { copyTemplate } from '@recado/contracts/whatsapp/template-drafts'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { useContractForm } from '#web/lib/ui/form.ts'
import { accountsQuery, useCopy } from './api.ts'
import { slugOf } from './editor/content.ts'
import { languageCodes, useLanguageName } from './labels.tsx'

type Props = { template: TemplateDetail; onClose: () => void; onCopied: (id: string) => void }

/** Where a copy goes: to another language, another account or another name. */
export const CopyDrawer = ({ template, onClose, onCopied }: Props) => {
  const { t } = useTranslation(['whatsapp/templates', 'errors'])
  const languageOf = useLanguageName()
  const accounts = useQuery(accountsQuery())
  const copy = useCopy()
  const taken = new Set([template.language, ...template.siblings.map(({ language }) => language)])
  const { form, state } = useContractForm({
    schema: copyTemplate.body,
    initialValues: {
      name: template.name,
      language: languageCodes.find((code) => !taken.has(code)) ?? template.language,
      accountId: template.accountId,
    },
    onSubmit: async (values) => {
      const { id } = await copy.mutateAsync({ id: template.id, ...values })
      onCopied(id)
    },
  })
  return (
    <FormDrawer opened title={t('copy.title')} submitLabel={t('copy.submit')} {...state} onClose={onClose}>
      <Select
        label={t('new.language')}
        searchable
        allowDeselect={false}
        data={[...new Set([...languageCodes, template.language])].map((code) => ({
          value: code,
          label: `${languageOf(code)} (${code})`,
        }))}
        {...form.getInputProps('language')}
      />
      <Select
        label={t('new.account')}
        allowDeselect={false}
        data={(accounts.data?.data ?? []).map((account) => ({
          value: account.id,
          label: account.name || account.wabaId,
        }))}
        {...form.getInputProps('accountId')}
      />
      <TextInput
        label={t('new.name')}
        autoComplete="off"
        {...form.getInputProps('name')}
        onChange={(event) => form.setFieldValue('name', slugOf(event.currentTarget.value))}
      />
    </FormDrawer>
  )
}
