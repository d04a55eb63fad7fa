import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { ApiError } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { accountsQuery, useCreate } from './api.ts'
import { CategoryChoice } from './editor/category-choice.tsx'
import { emptyContent, slugOf } from './editor/content.ts'
import { asKind, kindCategories, type TemplateKind } from './editor/kinds.ts'
import { KindPicture } from './kind-picture.tsx'
import { languageCodes, useLanguageName } from './labels.tsx'

/** What a new template starts from: a kind, or a ready-made template. */
export type Beginning = { name: string; language: string } & (
  | { kind: TemplateKind; content: null }
  | { kind: null; content: TemplateContent }
)
type Props = { beginning: Beginning; onBack: () => void; onClose: () => void; onCreated: (id: string) => void }

const Chosen = ({ kind, onBack }: { kind: TemplateKind; onBack: () => void }) => {
  const { t } = useTranslation('whatsapp/templates')
  return (
    <Group wrap="nowrap" gap="md">
      <KindPicture kind={kind} width={84} />
      <div>
        <Text fw={600}>{t(`kind.${kind}`)}</Text>
        <Button variant="subtle" size="compact-sm" mx={-8} onClick={onBack}>
          {t('kind.other')}
        </Button>
      </div>
    </Group>
  )
}

/** Where a new template belongs, what it is called and what it is for; the rest is written in the editor. */
export const NewDrawer = ({ beginning, onBack, onClose, onCreated }: Props) => {
  const { t, i18n } = useTranslation(['whatsapp/templates', 'errors'])
  const languageOf = useLanguageName()
  const accounts = useQuery(accountsQuery())
  const create = useCreate()
  const [name, setName] = useState(beginning.name)
  const [language, setLanguage] = useState(beginning.language || (i18n.language === 'pt' ? 'pt_BR' : 'en_US'))
  const choices = beginning.kind ? kindCategories[beginning.kind] : []
  const [category, setCategory] = useState<TemplateContent['category']>(choices[0] ?? 'UTILITY')
  const [chosen, setChosen] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const list = accounts.data?.data ?? []
  const accountId = chosen ?? list[0]?.id ?? ''
  const error = create.error
  const ofName =
    error instanceof ApiError && ['duplicate', 'template_name_locked', 'template_category_fixed'].includes(error.code)
  const nameError = tried && name === '' ? t('issue.required') : ofName ? errorText(t, error) : null
  return (
    <FormDrawer
      opened
      title={t('new.title')}
      submitLabel={t('new.submit')}
      busy={create.isPending}
      dirty={name !== beginning.name}
      error={error && !ofName ? errorText(t, error) : null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (name === '' || accountId === '') return
        const content =
          beginning.content ?? asKind(emptyContent(category), beginning.kind, t('button.shopText.CATALOG'))
        create.mutate(
          { accountId, name: name.replace(/_+$/, ''), language, content },
          { onSuccess: ({ id }) => onCreated(id) },
        )
      }}
    >
      {beginning.kind ? <Chosen kind={beginning.kind} onBack={onBack} /> : null}
      {list.length > 1 ? (
        <Select
          label={t('new.account')}
          allowDeselect={false}
          value={accountId}
          data={list.map((account) => ({ value: account.id, label: account.name || account.wabaId }))}
          onChange={setChosen}
        />
      ) : null}
      <TextInput
        label={t('new.name')}
        description={t('new.nameHelp')}
        placeholder={t('new.namePlaceholder')}
        value={name}
        maxLength={512}
        error={nameError}
        data-autofocus
        onChange={(event) => setName(slugOf(event.currentTarget.value))}
      />
      <Select
        label={t('new.language')}
        searchable
        allowDeselect={false}
        value={language}
        data={languageCodes.map((code) => ({ value: code, label: `${languageOf(code)} (${code})` }))}
        onChange={(next) => next && setLanguage(next)}
      />
      {choices.length > 1 ? (
        <CategoryChoice label={t('category.label')} choices={choices} value={category} onChange={setCategory} />
      ) : null}
    </FormDrawer>
  )
}
