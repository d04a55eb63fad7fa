import type { CannedValues } from '@recado/contracts/inbox/canned-text'
import {
  listTemplateMappings,
  saveTemplateMapping,
  type TemplateMapping,
  type VariableSource,
} from '@recado/contracts/inbox/template-mappings'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import type { TemplateVariable } from '@recado/contracts/whatsapp/template-variables'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api/api.ts'

type Known = Extract<VariableSource, { known: string }>['known']

/** What a variable can be filled with, as far as it is known in a conversation. */
export const knownSources: readonly Known[] = [
  'contact.first_name',
  'contact.name',
  'contact.phone',
  'agent.first_name',
  'agent.name',
  'company.name',
  'channel.name',
]

const mappingsQuery = queryOptions({
  queryKey: ['template-mappings'],
  queryFn: ({ signal }) => call(listTemplateMappings, {}, { signal }),
  staleTime: 60_000,
})

type Named = Pick<TemplateSummary, 'name' | 'language'>

/** How the variables of a template are filled; undefined while that is read, and empty where nobody has said it. */
export const useTemplateMapping = ({ name, language }: Named): TemplateMapping | undefined => {
  const { data, isError } = useQuery(mappingsQuery)
  if (isError) return {}
  return data && (data.data.find((one) => one.name === name && one.language === language)?.mapping ?? {})
}

/** Remembers how the variables of a template were filled, for the next time; losing that is no reason to stop anybody. */
export const useSaveMapping = () => {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: Named & { mapping: TemplateMapping }) => call(saveTemplateMapping, { body }),
    onSuccess: () => queryClient.invalidateQueries(mappingsQuery),
    meta: { quiet: true },
  })
  return mutate
}

const nameLike = /^(first_?name|name|nome|primeiro_?nome|customer_?name|cliente)$/i

const isText = ({ kind }: TemplateVariable): boolean => kind === 'text'

/** What is remembered, and the contact's first name for variables that are called so and of which nothing is. */
export const initialMapping = (variables: readonly TemplateVariable[], remembered: TemplateMapping): TemplateMapping =>
  Object.fromEntries(
    variables.filter(isText).flatMap(({ key, part, label }) => {
      const byName = part === 'body' && nameLike.test(label) ? { known: 'contact.first_name' as const } : null
      const source = remembered[key] ?? byName
      return source ? [[key, source] as const] : []
    }),
  )

/** What a source stands for; empty where it is not known. */
export const sourceValue = (source: VariableSource, known: CannedValues): string =>
  'known' in source ? (known[source.known] ?? '') : source.text

/** The mapping to save: texts that are the same every time as they were written last. */
export const mappingToSave = (mapping: TemplateMapping, values: Readonly<Record<string, string>>): TemplateMapping =>
  Object.fromEntries(
    Object.entries(mapping).flatMap(([key, source]): [string, VariableSource][] => {
      if ('known' in source) return [[key, source]]
      const text = values[key]?.trim() ?? ''
      return text === '' ? [] : [[key, { text }]]
    }),
  )

const isSameSource = (one: VariableSource, other: VariableSource | undefined): boolean =>
  other !== undefined &&
  ('known' in one ? 'known' in other && one.known === other.known : 'text' in other && one.text === other.text)

/** Whether two mappings say the same, in whatever order. */
export const isSameMapping = (one: TemplateMapping, other: TemplateMapping): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, source]) => isSameSource(source, other[key]))
