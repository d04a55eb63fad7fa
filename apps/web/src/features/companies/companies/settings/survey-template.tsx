import type { ChatSettings } from '@recado/contracts/inbox/chat-settings'
import { listTemplates, type TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { listChannels } from '@recado/contracts/whatsapp/channels'
import { isRecord, recordsOf, type TemplateComponent } from '@recado/contracts/whatsapp/template-parts'
import { templateVariables } from '@recado/contracts/whatsapp/template-variables'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Select } from '#web/components/form/select.tsx'
import { call } from '#web/lib/api/api.ts'
import { useInvalidateOn } from '#web/lib/realtime/socket.ts'
import { channelsKey } from '#web/queries/channels.ts'

type Chosen = ChatSettings['csat']['template']

const quickReplies = ({ components }: TemplateSummary): number =>
  components.flatMap((part) =>
    isRecord(part) && part['type'] === 'BUTTONS'
      ? recordsOf(part['buttons']).filter(({ type }) => type === 'QUICK_REPLY')
      : [],
  ).length

/** Whether a customer can be asked by it: approved as utility, nothing to fill in, and at least two answers to tap. */
const canAsk = (template: TemplateSummary): boolean =>
  template.category === 'UTILITY' &&
  quickReplies(template) >= 2 &&
  templateVariables({
    components: template.components as TemplateComponent[],
    parameterFormat: template.parameterFormat,
    category: template.category,
  }).every(({ required }) => !required)

/** Templates of every connected number by which customers can be asked, each name and language once. */
const surveyTemplatesQuery = queryOptions({
  queryKey: [...channelsKey, 'survey-templates'],
  queryFn: async ({ signal }) => {
    const channels = (await call(listChannels, {}, { signal })).data.filter(({ disconnectedAt }) => !disconnectedAt)
    const lists = await Promise.all(
      channels.map(({ id }) => call(listTemplates, { params: { id }, query: {} }, { signal })),
    )
    const fitting = lists.flatMap(({ data }) => data.filter(canAsk))
    return [...new Map(fitting.map(({ name, language }) => [`${name} ${language}`, { name, language }])).values()]
  },
})

const keyOf = ({ name, language }: NonNullable<Chosen>) => `${name} ${language}`

/** By which template customers are asked when the window is closed; none asks them only while it is open. */
export const SurveyTemplate = ({ value, onChange }: { value: Chosen; onChange: (value: Chosen) => void }) => {
  const { t } = useTranslation('companies/settings')
  const { data } = useQuery(surveyTemplatesQuery)
  useInvalidateOn(['template.updated'], [surveyTemplatesQuery.queryKey])
  const known = data ?? []
  const isGone = value !== null && data !== undefined && !known.some((one) => keyOf(one) === keyOf(value))
  const shown = value !== null && (isGone || !data) ? [value, ...known] : known
  return (
    <Select
      label={t('chat.surveyTemplate')}
      description={t('chat.surveyTemplateText')}
      placeholder={t('chat.surveyTemplateNone')}
      clearable
      searchable
      nothingFoundMessage={t('chat.surveyTemplateEmpty')}
      error={isGone ? t('chat.surveyTemplateGone') : null}
      data={shown.map((one) => ({ value: keyOf(one), label: `${one.name} · ${one.language}` }))}
      value={value && keyOf(value)}
      onChange={(chosen) => onChange(shown.find((one) => keyOf(one) === chosen) ?? null)}
    />
  )
}
