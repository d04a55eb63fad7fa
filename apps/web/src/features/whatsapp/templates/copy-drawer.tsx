import { Select, TextInput } from '@mantine/core'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { errorText } from '#web/lib/api/error-text.ts'
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
  const [language, setLanguage] = useState(languageCodes.find((code) => !taken.has(code)) ?? template.language)
  const [accountId, setAccountId] = useState(template.accountId)
  const [name, setName] = useState(template.name)
  return (
    <FormDrawer
      opened
      title={t('copy.title')}
      submitLabel={t('copy.submit')}
      busy={copy.isPending}
      error={copy.error ? errorText(t, copy.error) : null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        copy.mutate({ id: template.id, language, accountId, name }, { onSuccess: ({ id }) => onCopied(id) })
      }}
    >
      <Select
        label={t('new.language')}
        searchable
        allowDeselect={false}
        value={language}
        data={[...new Set([...languageCodes, template.language])].map((code) => ({
          value: code,
          label: `${languageOf(code)} (${code})`,
        }))}
        onChange={(next) => next && setLanguage(next)}
      />
      <Select
        label={t('new.account')}
        allowDeselect={false}
        value={accountId}
        data={(accounts.data?.data ?? []).map((account) => ({
          value: account.id,
          label: account.name || account.wabaId,
        }))}
        onChange={(next) => next && setAccountId(next)}
      />
      <TextInput label={t('new.name')} value={name} onChange={(event) => setName(slugOf(event.currentTarget.value))} />
    </FormDrawer>
  )
}
