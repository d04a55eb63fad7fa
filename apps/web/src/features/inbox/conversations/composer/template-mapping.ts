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

/** The sources of a variable that are known in a conversation. */
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

/** The saved mapping of a template's variables; undefined while loading, and empty if none was saved. */
export const useTemplateMapping = ({ name, language }: Named): TemplateMapping | undefined => {
  const { data, isError } = useQuery(mappingsQuery)
  if (isError) return {}
  return data && (data.data.find((one) => one.name === name && one.language === language)?.mapping ?? {})
}

/** Saves how the variables of a template were filled for the next time; a failure must not interrupt the member. */
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

/** The saved mapping, with the contact's first name for unmapped variables that are named like a name. */
export const initialMapping = (variables: readonly TemplateVariable[], remembered: TemplateMapping): TemplateMapping =>
  Object.fromEntries(
    variables.filter(isText).flatMap(({ key, part, label }) => {
      const byName = part === 'body' && nameLike.test(label) ? { known: 'contact.first_name' as const } : null
      const source = remembered[key] ?? byName
      return source ? [[key, source] as const] : []
    }),
  )

/** The value of a source; empty if it is unknown. */
export const sourceValue = (source: VariableSource, known: CannedValues): string =>
  'known' in source ? (known[source.known] ?? '') : source.text

/** The mapping to save, with fixed texts as last typed. */
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

/** Whether two mappings are equal, regardless of order. */
export const isSameMapping = (one: TemplateMapping, other: TemplateMapping): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, source]) => isSameSource(source, other[key]))
