import { ActionIcon, Button, Group, MultiSelect, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import { canonicalEvents } from '@recado/contracts/integrations/canonical-events'
import type { SourceRecipe } from '@recado/contracts/integrations/webhook-definition'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReadOnly } from '#web/components/form/read-only.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { useDraft } from './draft.ts'

const types = ['template', 'tags', 'attribute'] as const

const blank = (type: SourceRecipe['type']): SourceRecipe => {
  const base = { name: { en: '', pt: '' }, on: [] }
  if (type === 'template') return { ...base, type, templateName: '', values: {} }
  return type === 'attribute' ? { ...base, type, key: '', value: '' } : { ...base, type }
}

const valuesText = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} = ${value}`)
    .join('\n')

const valuesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf('=')
      return at < 1 ? [] : [[line.slice(0, at).trim(), line.slice(at + 1).trim()]]
    }),
  )

type Props = { recipe: SourceRecipe; at: string; onChange: (next: SourceRecipe) => void }

const Details = ({ recipe, at, onChange }: Props) => {
  const { t } = useTranslation(['integrations/templates', 'integrations/webhooks'])
  const { errorAt } = useDraft()
  if (recipe.type === 'template')
    return (
      <>
        <TextInput
          label={t('recipe.templateName')}
          description={t('recipe.templateHint')}
          value={recipe.templateName}
          error={errorAt(`${at}.templateName`)}
          onChange={({ currentTarget: { value: templateName } }) => onChange({ ...recipe, templateName })}
        />
        <Textarea
          label={t('recipe.values')}
          description={t('recipe.valuesHint', { example: '1 = {{first_name}}' })}
          autosize
          minRows={2}
          maxRows={8}
          defaultValue={valuesText(recipe.values)}
          onBlur={({ currentTarget: { value } }) => onChange({ ...recipe, values: valuesOf(value) })}
        />
      </>
    )
  if (recipe.type !== 'attribute') return null
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput
        label={t('integrations/webhooks:action.key')}
        value={recipe.key}
        error={errorAt(`${at}.key`)}
        onChange={({ currentTarget: { value: key } }) => onChange({ ...recipe, key })}
      />
      <TextInput
        label={t('integrations/webhooks:action.attributeValue')}
        placeholder="{{amount}}"
        value={recipe.value}
        onChange={({ currentTarget: { value } }) => onChange({ ...recipe, value })}
      />
    </SimpleGrid>
  )
}

/** What companies are offered to do about the system's events. */
export const RecipesTab = () => {
  const { t } = useTranslation(['integrations/templates', 'integrations/webhooks', 'contacts/contact'])
  const { definition, change, errorAt } = useDraft()
  const readOnly = useReadOnly()
  const { recipes } = definition
  const set = (n: number, next: SourceRecipe) => change({ recipes: recipes.map((one, at) => (at === n ? next : one)) })
  return (
    <Stack gap="md" maw={720}>
      <Text size="sm" c="dimmed">
        {t(recipes.length === 0 && readOnly ? 'recipe.none' : 'recipe.intro')}
      </Text>
      {recipes.map((recipe, n) => (
        <Paper
          // biome-ignore lint/suspicious/noArrayIndexKey: before they are named, their place alone tells them apart
          key={n}
          withBorder
          p="md"
          component="section"
          aria-label={t(`integrations/webhooks:action.${recipe.type}`)}
        >
          <Stack gap="sm">
            <Group justify="space-between">
              <Text fw={550}>{t(`integrations/webhooks:action.${recipe.type}`)}</Text>
              {readOnly ? null : (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t('integrations/webhooks:action.drop', { name: recipe.name.en })}
                  onClick={() => change({ recipes: recipes.filter((_, at) => at !== n) })}
                >
                  <IconTrash size={17} />
                </ActionIcon>
              )}
            </Group>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {(['en', 'pt'] as const).map((language) => (
                <TextInput
                  key={language}
                  label={t(`recipe.name.${language}`)}
                  maxLength={80}
                  value={recipe.name[language]}
                  error={errorAt(`recipes.${n}.name.${language}`)}
                  onChange={({ currentTarget: { value } }) =>
                    set(n, { ...recipe, name: { ...recipe.name, [language]: value } })
                  }
                />
              ))}
            </SimpleGrid>
            <MultiSelect
              label={t('integrations/webhooks:action.on')}
              placeholder={recipe.on.length === 0 ? t('integrations/webhooks:action.onAll') : ''}
              readOnly={readOnly}
              data={canonicalEvents.map((value) => ({ value, label: t(`contacts/contact:systems.${value}`) }))}
              value={recipe.on}
              onChange={(on) => set(n, { ...recipe, on: canonicalEvents.filter((one) => on.includes(one)) })}
            />
            <Details recipe={recipe} at={`recipes.${n}`} onChange={(next) => set(n, next)} />
          </Stack>
        </Paper>
      ))}
      {readOnly ? null : (
        <Group>
          {types.map((type) => (
            <Button
              key={type}
              variant="default"
              size="sm"
              onClick={() => change({ recipes: [...recipes, blank(type)] })}
            >
              {t(`integrations/webhooks:action.add.${type}`)}
            </Button>
          ))}
        </Group>
      )}
    </Stack>
  )
}
