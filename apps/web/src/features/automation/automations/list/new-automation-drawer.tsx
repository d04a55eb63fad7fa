import { Stack, Text, UnstyledButton } from '@mantine/core'
import { createAutomation } from '@recado/contracts/automation/automations'
import {
  IconCake,
  IconCash,
  IconFileText,
  IconMessageReply,
  IconShoppingCart,
  IconThumbUp,
  IconUserHeart,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { automationsKey } from '#web/queries/automations.ts'
import classes from './list.module.css'
import { type Recipe, recipeNames, recipes } from './recipes.ts'

const icons = {
  cart: IconShoppingCart,
  pix: IconCash,
  paid: IconThumbUp,
  welcome: IconUserHeart,
  birthday: IconCake,
  unanswered: IconMessageReply,
} satisfies Record<Recipe, unknown>

type Values = { name: string; folder: string }

/** Begins an automation: from scratch, or from one that is ready but for what only the company knows. */
export const NewAutomationDrawer = ({ folders, onClose }: { folders: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation(['automation/automations', 'validation', 'errors'])
  const navigate = useNavigate()
  const client = useQueryClient()
  const [recipe, setRecipe] = useState<Recipe | null>(null)
  const [named, setNamed] = useState(false)
  const { form, state } = useContractForm<Values>({
    initialValues: { name: '', folder: '' },
    extra: ({ name }) => (name.trim() === '' ? { name: t('validation:required') } : {}),
    onSubmit: async ({ name, folder }) => {
      const draft = recipe
        ? recipes[recipe]((key) =>
            t(key, { name: `{{contact.first_name|${t('recipe.fallback')}}}`, company: '{{company.name}}' }),
          )
        : undefined
      const made = await call(createAutomation, { body: { name, folder, ...(draft ? { draft } : {}) } })
      await client.invalidateQueries({ queryKey: [...automationsKey, 'list'] })
      await navigate({ to: '/company/actions/$id', params: { id: made.id } })
    },
  })
  const choose = (next: Recipe | null) => {
    setRecipe(next)
    if (!named) form.setFieldValue('name', next ? t(`recipe.${next}.title`) : '')
  }
  const choices: (Recipe | null)[] = [null, ...recipeNames]
  return (
    <FormDrawer opened title={t('new.title')} size={560} submitLabel={t('common:create')} {...state} onClose={onClose}>
      <div>
        <Text size="sm" fw={550} mb={6} id="recipes">
          {t('new.from')}
        </Text>
        <div className={classes.recipes} role="radiogroup" aria-labelledby="recipes">
          {choices.map((one) => {
            const Icon = one ? icons[one] : IconFileText
            return (
              <UnstyledButton
                key={one ?? 'blank'}
                className={classes.recipe ?? ''}
                role="radio"
                aria-checked={recipe === one}
                onClick={() => choose(one)}
              >
                <Icon size={22} stroke={1.6} aria-hidden="true" />
                <Text fw={600} size="sm" component="span">
                  {t(one ? `recipe.${one}.title` : 'new.blank')}
                </Text>
                <Text size="xs" c="dimmed" component="span">
                  {t(one ? `recipe.${one}.text` : 'new.blankText')}
                </Text>
              </UnstyledButton>
            )
          })}
        </div>
      </div>
      <Stack gap="md">
        <TextInput
          label={t('column.name')}
          required
          maxLength={80}
          data-autofocus
          {...form.getInputProps('name')}
          onChange={(event) => {
            setNamed(true)
            form.setFieldValue('name', event.currentTarget.value)
          }}
        />
        <TextInput
          label={t('column.folder')}
          description={t('new.folderText')}
          maxLength={60}
          list="automation-folders"
          {...form.getInputProps('folder')}
        />
        <datalist id="automation-folders">
          {folders.map((folder) => (
            <option key={folder} value={folder} />
          ))}
        </datalist>
      </Stack>
    </FormDrawer>
  )
}
