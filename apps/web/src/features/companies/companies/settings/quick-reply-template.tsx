import { listTemplates, type TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { listChannels } from '@recado/contracts/whatsapp/channels'
import { isRecord, recordsOf, type TemplateComponent } from '@recado/contracts/whatsapp/template-parts'
import { templateVariables } from '@recado/contracts/whatsapp/template-variables'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { languageName } from '#web/components/contact/languages.ts'
import { Select } from '#web/components/form/select.tsx'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { channelsKey } from '#web/queries/channels.ts'

type Chosen = { name: string; language: string } | null

const quickReplies = ({ components }: TemplateSummary): number =>
  components.flatMap((part) =>
    isRecord(part) && part['type'] === 'BUTTONS'
      ? recordsOf(part['buttons']).filter(({ type }) => type === 'QUICK_REPLY')
      : [],
  ).length

/** Whether a customer can be asked by it: of the right kind, nothing to fill in, and at least two answers to tap. */
const canAsk = (template: TemplateSummary, categories: readonly string[]): boolean =>
  categories.includes(template.category) &&
  quickReplies(template) >= 2 &&
  templateVariables({
    components: template.components as TemplateComponent[],
    parameterFormat: template.parameterFormat,
    category: template.category,
  }).every(({ required }) => !required)

type Which = { categories: readonly string[]; channelId?: string | undefined }

/** Templates by which customers can be asked, of a number or of every connected one, each name and language once. */
const askingTemplatesQuery = ({ categories, channelId }: Which) =>
  queryOptions({
    queryKey: [...channelsKey, 'asking-templates', categories, channelId],
    queryFn: async ({ signal }) => {
      const channels = (await call(listChannels, {}, { signal })).data.filter(
        ({ id, disconnectedAt }) => !disconnectedAt && (channelId === undefined || id === channelId),
      )
      const lists = await Promise.all(
        channels.map(({ id }) => call(listTemplates, { params: { id }, query: {} }, { signal })),
      )
      const fitting = lists.flatMap(({ data }) => data.filter((one) => canAsk(one, categories)))
      return [...new Map(fitting.map(({ name, language }) => [`${name} ${language}`, { name, language }])).values()]
    },
  })

const keyOf = ({ name, language }: NonNullable<Chosen>) => `${name} ${language}`

type Props = Which & {
  label: string
  description?: string
  placeholder: string
  value: Chosen
  error?: ReactNode
  onChange: (value: Chosen) => void
}

/** By which template, with answers to tap, customers are asked something. */
export const QuickReplyTemplate = ({ categories, channelId, value, error = null, onChange, ...words }: Props) => {
  const { t, i18n } = useTranslation('companies/settings')
  const query = askingTemplatesQuery({ categories, channelId })
  const { data } = useQuery(query)
  useInvalidateOn(['template.updated'], [query.queryKey])
  const known = data ?? []
  const isGone = value !== null && data !== undefined && !known.some((one) => keyOf(one) === keyOf(value))
  const shown = value !== null && (isGone || !data) ? [value, ...known] : known
  return (
    <Select
      {...words}
      clearable
      searchable
      nothingFoundMessage={t('chat.surveyTemplateEmpty')}
      error={isGone ? t('chat.surveyTemplateGone') : error}
      data={shown.map((one) => ({
        value: keyOf(one),
        label: `${one.name} · ${languageName(one.language, i18n.language)}`,
      }))}
      value={value && keyOf(value)}
      onChange={(chosen) => onChange(shown.find((one) => keyOf(one) === chosen) ?? null)}
    />
  )
}
