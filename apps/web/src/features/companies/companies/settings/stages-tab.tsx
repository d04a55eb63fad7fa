import { Text, TextInput } from '@mantine/core'
import { type ContactStage, contactStage, updateContactSettings } from '@recado/contracts/contacts/contact-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useStageName } from '#web/components/contact/stages.ts'
import { ApiError, call } from '#web/lib/api/api.ts'
import { attributeKey } from '#web/lib/ui/attribute-key.ts'
import { contactSettingsQuery } from '#web/queries/contacts.ts'
import { SettingsResource } from './settings-resource.tsx'

type Stage = ContactStage & { id: string; version: number; position: number }
type Values = { name: string }

const mostTries = 3
const longestKey = 36

/** A key that no other stage has. */
const freeKey = (name: string, stages: readonly ContactStage[]): string => {
  const base = attributeKey(name).slice(0, longestKey) || 'stage'
  const taken = new Set(stages.map(({ key }) => key))
  let key = base
  for (let number = 2; taken.has(key); number++) key = `${base}_${number}`
  return key
}

/** Changes the stages as they are now. What others changed meanwhile stays, as each change is about one stage. */
const useStageChange = () => {
  const client = useQueryClient()
  return async (edit: (stages: ContactStage[]) => ContactStage[]) => {
    for (let tries = 1; ; tries++) {
      const { settings, version } = await client.fetchQuery({ ...contactSettingsQuery, staleTime: 0 })
      try {
        return await call(updateContactSettings, {
          body: { settings: { ...settings, stages: edit(settings.stages) }, version },
        })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'conflict' || tries === mostTries) throw error
      }
    }
  }
}

const moved = (stages: readonly ContactStage[], key: string, to: number): ContactStage[] => {
  const others = stages.filter((stage) => stage.key !== key)
  return [...others.slice(0, to), ...stages.filter((stage) => stage.key === key), ...others.slice(to)]
}

/** What contacts go through, from the first stage to the last. */
export const StagesTab = () => {
  const { t } = useTranslation('companies/settings')
  const nameOf = useStageName()
  const change = useStageChange()
  const query = useQuery({
    ...contactSettingsQuery,
    select: ({ settings, version }) => ({
      data: settings.stages.map((stage, position): Stage => ({ ...stage, id: stage.key, version, position })),
    }),
  })
  /** The product's own name stays one, so that it is read in each language. */
  const named = (key: string, name: string): ContactStage => ({
    key,
    name: name === nameOf({ key, name: null }) ? null : name,
  })
  return (
    <SettingsResource<Stage, Values>
      name="stages"
      query={query}
      nameOf={nameOf}
      row={(stage) => <Text fw={600}>{nameOf(stage)}</Text>}
      form={{
        schema: contactStage.pick({ name: true }),
        valuesOf: (stage) => ({ name: stage ? nameOf(stage) : '' }),
        labels: { name: t('field.name') },
      }}
      fields={({ form }) => (
        <TextInput label={t('field.name')} data-autofocus maxLength={40} {...form.getInputProps('name')} />
      )}
      create={({ name }) => change((stages) => [...stages, { key: freeKey(name, stages), name }])}
      update={(id, { name }) => change((stages) => stages.map((stage) => (stage.key === id ? named(id, name) : stage)))}
      remove={(id) => change((stages) => stages.filter(({ key }) => key !== id))}
      place={(id, { position }) => change((stages) => moved(stages, id, position))}
    />
  )
}
