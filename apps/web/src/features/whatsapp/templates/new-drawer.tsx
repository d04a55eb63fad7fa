import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { ApiError } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
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

type Values = { name: string; language: string; category: TemplateContent['category']; accountId: string }

/** What the server refuses because of the name. */
const ofName = new Set(['duplicate', 'template_name_locked', 'template_category_fixed'])

/** Where a new template belongs, what it is called and what it is for; the rest is written in the editor. */
export const NewDrawer = ({ beginning, onBack, onClose, onCreated }: Props) => {
  const { t, i18n } = useTranslation(['whatsapp/templates', 'errors'])
  const languageOf = useLanguageName()
  const accounts = useQuery(accountsQuery())
  const create = useCreate()
  const choices = beginning.kind ? kindCategories[beginning.kind] : []
  const list = accounts.data?.data ?? []
  const { form, state } = useContractForm<Values>({
    initialValues: {
      name: beginning.name,
      language: beginning.language || (i18n.language === 'pt' ? 'pt_BR' : 'en_US'),
      category: choices[0] ?? 'UTILITY',
      accountId: '',
    },
    extra: ({ name }) => ({ name: name === '' ? t('issue.required') : undefined }),
    onSubmit: async ({ name, language, category, accountId }) => {
      const content = beginning.content ?? asKind(emptyContent(category), beginning.kind, t('button.shopText.CATALOG'))
      const account = accountId || (list[0]?.id ?? '')
      if (account === '') return
      try {
        const { id } = await create.mutateAsync({
          accountId: account,
          name: name.replace(/_+$/, ''),
          language,
          content,
        })
        onCreated(id)
      } catch (error) {
        if (!(error instanceof ApiError && ofName.has(error.code))) throw error
        form.setFieldError('name', errorText(t, error))
      }
    },
  })
  return (
    <FormDrawer opened title={t('new.title')} submitLabel={t('new.submit')} {...state} onClose={onClose}>
      {beginning.kind ? <Chosen kind={beginning.kind} onBack={onBack} /> : null}
      {list.length > 1 ? (
        <Select
          label={t('new.account')}
          allowDeselect={false}
          data={list.map((account) => ({ value: account.id, label: account.name || account.wabaId }))}
          {...form.getInputProps('accountId')}
          value={form.values.accountId || (list[0]?.id ?? null)}
        />
      ) : null}
      <TextInput
        label={t('new.name')}
        description={t('new.nameHelp')}
        placeholder={t('new.namePlaceholder')}
        maxLength={512}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
        onChange={(event) => form.setFieldValue('name', slugOf(event.currentTarget.value))}
      />
      <Select
        label={t('new.language')}
        searchable
        allowDeselect={false}
        data={languageCodes.map((code) => ({ value: code, label: `${languageOf(code)} (${code})` }))}
        {...form.getInputProps('language')}
      />
      {choices.length > 1 ? (
        <CategoryChoice
          label={t('category.label')}
          choices={choices}
          value={form.values.category}
          onChange={(category) => form.setFieldValue('category', category)}
        />
      ) : null}
    </FormDrawer>
  )
}
